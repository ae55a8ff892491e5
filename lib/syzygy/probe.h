// What is true of a position, by the tables and a look at its captures. Specified by
// docs/syzygy.md.
#ifndef COHERENT_LIB_SYZYGY_PROBE_H_
#define COHERENT_LIB_SYZYGY_PROBE_H_

#include <optional>
#include <vector>

#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/syzygy/table.h"
#include "lib/syzygy/tables.h"

namespace coherent::syzygy {

// All of these want a position without castling rights, and give nullopt if there are some, or a
// table that is needed is not there or contradicts itself. The position's own clock is not looked
// at: it counts as 0.

std::optional<Wdl> ProbeWdl(const Tables& tables, const chess::Position& position);

// Distance to zeroing: plies to the next capture or pawn move, by a side that wins as fast as it
// can against one that holds out as long as it can; a mate counts as such a move, and the side that
// is mated has -1. Positive for the winner, 0 for draws; 101 and more for cursed wins. It may be
// one too small, unless that would make a difference for the fifty-move rule.
std::optional<int> ProbeDtz(const Tables& tables, const chess::Position& position);

enum class FiftyMoveRule { kIgnored, kCounts };

// A move at the root, and how the game stands after it.
struct RankedMove {
  chess::Move move;
  // Higher is better, and equal is equally good: 1000 for a certain win, below it wins for which
  // the clock may become too short, down to 1 for those it will be; 0 for a draw, losses mirrored.
  int rank = 0;
  // Whether it wins, draws or loses with the rule as asked for; never cursed or blessed.
  Wdl result = Wdl::kDraw;
};

struct RankedMoves {
  std::vector<RankedMove> moves;  // all that are legal, in the order of LegalMoves()
  bool by_distance = false;       // else by win, draw and loss alone, as distances are missing
};

// Ranks the moves of a position with its own clock. Once a position `has_repeated` since the last
// capture or pawn move, wins are ranked by distance strictly, so that there is progress.
std::optional<RankedMoves> RankMoves(const Tables& tables, const chess::Position& position,
                                     bool has_repeated, FiftyMoveRule rule);

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_PROBE_H_
