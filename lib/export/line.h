// One line of the board, and the best that can stand on it: the exact part of the line bound
// (docs/export.md, "The proof for 16 bits").
#ifndef COHERENT_LIB_EXPORT_LINE_H_
#define COHERENT_LIB_EXPORT_LINE_H_

#include <array>
#include <utility>
#include <vector>

#include "lib/base/int.h"
#include "lib/net/board.h"

namespace coherent::exporting {

// A number for each piece, and that for each square.
using ByPiece = std::array<i64, net::Piece::kCount>;
using Gains = std::array<ByPiece, net::Square::kCount>;

// The gain of a piece that may not stand there. Sums of all gains of a line do not leave 64 bits.
inline constexpr i64 kForbidden = -(i64{1} << 50);

struct Placed {
  net::Piece piece;
  net::Square square;
};

class Line {
 public:
  // `squares` as they follow each other. `weight(piece, square, other, other_square)` is what two
  // men count, in both directions, if no third one stands between them.
  template <class Weight>
  Line(std::vector<net::Square> squares, Weight weight);

  // The largest sum of gains and weights over all placements, the empty one too. Appends one that
  // has it to `placed`.
  i64 Best(const Gains& gains, std::vector<Placed>& placed) const;

 private:
  using ByPair = std::array<ByPiece, net::Piece::kCount>;

  static size_t PairIndex(size_t earlier, size_t later) {
    return later * (later - 1) / 2 + earlier;
  }

  std::vector<net::Square> squares_;
  std::vector<ByPair> weights_;  // by PairIndex, then by the earlier and the later piece
};

template <class Weight>
Line::Line(std::vector<net::Square> squares, Weight weight) : squares_(std::move(squares)) {
  for (size_t later = 1; later < squares_.size(); ++later) {
    for (size_t earlier = 0; earlier < later; ++earlier) {
      ByPair& pair = weights_.emplace_back();
      for (int a = 0; a < net::Piece::kCount; ++a) {
        for (int b = 0; b < net::Piece::kCount; ++b) {
          pair[a][b] = weight(net::Piece::FromIndex(a), squares_[earlier], net::Piece::FromIndex(b),
                              squares_[later]);
        }
      }
    }
  }
}

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_LINE_H_
