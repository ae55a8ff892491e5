// What tests of the rules share: positions to try things on.
#ifndef COHERENT_LIB_CHESS_TESTING_H_
#define COHERENT_LIB_CHESS_TESTING_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "lib/base/random.h"
#include "lib/chess/epd.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::chess {

// The position of a FEN known to be good.
Position PositionOf(absl::string_view fen);

Position After(const Position& position, Move move);

// The move that `uci` names, known to be legal.
Move MoveOf(const Position& position, absl::string_view uci);

// The lines of testdata/`name`, which must be good.
std::vector<EpdRecord> ReadPositions(absl::string_view name);

// The records of all perft suites.
std::vector<EpdRecord> ReadPerftSuites();

// Plays `plies` random legal moves from `start`, or fewer if the game ends, and calls
// `visit(before, move, after)` for each.
template <class Visit>
void PlayRandomly(const Position& start, int plies, Random& random, Visit visit) {
  Position before = start;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = LegalMoves(before);
    if (moves.empty()) return;
    const Move move = moves[random.Below(moves.size())];
    const Position after = After(before, move);
    visit(before, move, after);
    before = after;
  }
}

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_TESTING_H_
