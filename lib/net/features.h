// Piece rows: which of them a view switches on (docs/net_format.md, section 2).
#ifndef COHERENT_LIB_NET_FEATURES_H_
#define COHERENT_LIB_NET_FEATURES_H_

#include <vector>

#include "lib/net/architecture.h"
#include "lib/net/board.h"

namespace coherent::net {

// The bucket of a king on its square of the view.
inline int KingBucket(const BucketTable& table, Square king) {
  return table[4 * king.rank() + king.file()];
}

// The row of a piece on a square of the view.
inline int PieceRow(int bucket, Piece piece, Square square) {
  return kPieceRowsOfBucket * bucket + Square::kCount * piece.index() + square.index();
}

// All rows `color` sees, in ascending order of squares of the board.
std::vector<int> PieceRows(const BucketTable& table, const Board& board, Color color);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_FEATURES_H_
