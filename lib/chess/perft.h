// Counting the leaves of the tree of legal moves: the standard test of the rules.
#ifndef COHERENT_LIB_CHESS_PERFT_H_
#define COHERENT_LIB_CHESS_PERFT_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/chess/position.h"

namespace coherent::chess {

// Leaves `depth` plies down; 1 at depth 0. The last ply is counted, not played.
u64 Perft(const Position& position, int depth);

// The slow twin: plays every move to the end.
u64 PerftByPlaying(const Position& position, int depth);

struct PerftLine {
  Move move;
  u64 nodes;
};
// Perft below each legal move; depth at least 1.
std::vector<PerftLine> PerftDivide(const Position& position, int depth);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_PERFT_H_
