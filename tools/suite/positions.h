// Positions with what is known of them: which moves are best, how soon there is mate. Specified by
// docs/suite.md.
#ifndef COHERENT_TOOLS_SUITE_POSITIONS_H_
#define COHERENT_TOOLS_SUITE_POSITIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::suite {

struct MovePoints {
  chess::Move move;
  i64 points = 0;
};

// Has at least one of the four answers, and a legal move.
struct SuitePosition {
  std::string id;  // of the EPD line, else "line N"
  int line = 0;    // in its file, from 1
  std::string fen;
  chess::Position position;

  std::vector<chess::Move> best;   // bm
  std::vector<chess::Move> avoid;  // am
  std::vector<MovePoints> points;
  std::optional<int> mate;  // dm: full moves, negative if the side to move is mated; never 0

  bool HasMoves() const { return !best.empty() || !avoid.empty(); }
  // Whether the move is among the best ones, if any are given, and not among those to avoid.
  bool IsRight(chess::Move move) const;
  // 0 for a move that is not named.
  i64 PointsOf(chess::Move move) const;
  i64 MaxPoints() const;
};

struct Suite {
  std::string path;
  std::string name;    // of the file, without its folder and ending
  std::string sha256;  // of the file
  std::vector<SuitePosition> positions;
};

// An error names file, line and operation.
absl::StatusOr<Suite> ReadSuite(absl::string_view path);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_POSITIONS_H_
