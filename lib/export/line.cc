#include "lib/export/line.h"

#include <algorithm>
#include <utility>

namespace coherent::exporting {

i64 Line::Best(const Gains& gains, std::vector<Placed>& placed) const {
  // The best sum of placements whose last man is this piece on this square of the line.
  std::array<ByPiece, 8> best;
  i64 largest = 0;
  size_t square = 0;
  int piece = -1;  // the last man of the best placement, if it has any
  for (size_t i = 0; i < squares_.size(); ++i) {
    ByPiece before = {};
    for (size_t j = 0; j < i; ++j) {
      const ByPair& weights = weights_[PairIndex(j, i)];
      for (int a = 0; a < net::Piece::kCount; ++a) {
        for (int b = 0; b < net::Piece::kCount; ++b) {
          before[b] = std::max(before[b], best[j][a] + weights[a][b]);
        }
      }
    }
    for (int b = 0; b < net::Piece::kCount; ++b) {
      best[i][b] = before[b] + gains[squares_[i].index()][b];
      if (best[i][b] <= largest) continue;
      largest = best[i][b];
      square = i;
      piece = b;
    }
  }
  // Back from the last man to the first: whoever explains the sum was before him.
  while (piece >= 0) {
    const i64 rest = best[square][piece] - gains[squares_[square].index()][piece];
    placed.push_back({net::Piece::FromIndex(piece), squares_[square]});
    const int last = std::exchange(piece, -1);
    const size_t end = square;
    for (size_t j = 0; rest != 0 && piece < 0 && j < end; ++j) {
      const ByPair& weights = weights_[PairIndex(j, end)];
      for (int a = 0; a < net::Piece::kCount && piece < 0; ++a) {
        if (best[j][a] + weights[a][last] != rest) continue;
        square = j;
        piece = a;
      }
    }
  }
  return largest;
}

}  // namespace coherent::exporting
