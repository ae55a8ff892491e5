// What a search is worth: the right move, points, a mate as short as there is, and a variation that
// shows it. Specified by docs/suite.md.
#ifndef COHERENT_TOOLS_SUITE_JUDGE_H_
#define COHERENT_TOOLS_SUITE_JUDGE_H_

#include <optional>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/uci/client.h"
#include "tools/suite/positions.h"

namespace coherent::suite {

// What a score says of the mate that is there.
enum class MateClaim : u8 { kNone, kLonger, kBest, kWrong };

// What is wrong with the variation of a score of mate.
enum class PvFault : u8 {
  kNone,
  kIllegal,  // a move that is not legal
  kShort,    // fewer moves than the score says
  kNoMate,   // as many moves as that or more, but no mate after exactly so many
};

// "", "illegal pv", "short pv", "pv without mate"
absl::string_view NameOf(PvFault fault);

// The claim of a mate in `claimed` where there is one in `mate`, both in full moves and negative if
// the side to move is mated. Wrong are another sign and a mate that is shorter.
MateClaim CompareMate(int claimed, int mate);

PvFault CheckMatePv(const chess::Position& position, std::span<const std::string> pv, int claimed);

struct Judgement {
  std::string move;  // in UCI, as the engine says it
  bool is_right = false;
  i64 points = 0;

  std::string score;                // the last exact one, else ""
  std::optional<int> claimed_mate;  // if it is one of mate
  std::string pv;                   // of that score
  MateClaim mate = MateClaim::kNone;
  PvFault pv_fault = PvFault::kNone;

  i64 nodes = 0;
  i64 time_ms = 0;
  // The nodes after which the solution was held to the end; none if it is not the solution. That is
  // a right move, else one of most points, else a mate that is not wrong.
  std::optional<i64> solution_nodes;
};

// Judges the first variation alone. Of a search that was stopped for going beyond `last_node` only
// reports up to there count, if there is one, and the move is that of the last of them. Internal if
// the move is not legal.
absl::StatusOr<Judgement> Judge(const SuitePosition& position, const uci::SearchResult& result,
                                std::optional<i64> last_node);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_JUDGE_H_
