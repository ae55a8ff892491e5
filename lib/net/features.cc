#include "lib/net/features.h"

namespace coherent::net {

std::vector<int> PieceRows(const BucketTable& table, const Board& board, Color color) {
  const View view(color, board);
  const int bucket = KingBucket(table, view.Of(board.King(color)));
  std::vector<int> rows;
  for (const Square square : board.occupied()) {
    rows.push_back(PieceRow(bucket, view.Of(board.PieceAt(square)), view.Of(square)));
  }
  return rows;
}

}  // namespace coherent::net
