// A training position in 32 bytes, so that many millions fit in memory.
#ifndef COHERENT_LIB_TRAIN_POSITION_H_
#define COHERENT_LIB_TRAIN_POSITION_H_

#include <array>

#include "lib/base/int.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::train {

// Turned so that the side to move is White: the net does not know the difference.
class TrainingPosition {
 public:
  TrainingPosition() = default;
  // Score and result of the side to move; `half_points` is 0, 1 or 2.
  TrainingPosition(const chess::Position& position, int score_cp, int half_points);

  chess::Bitboard occupied() const { return chess::Bitboard(occupied_); }
  // The piece on the `index`-th occupied square, from a1 on.
  chess::Piece PieceAt(int index) const {
    return chess::Piece::FromIndex(pieces_[index / 2] >> (index % 2 * 4) & 15);
  }
  int score_cp() const { return score_cp_; }
  int half_points() const { return half_points_; }

  friend bool operator==(const TrainingPosition&, const TrainingPosition&) = default;

 private:
  u64 occupied_ = 0;
  std::array<u8, 16> pieces_ = {};  // two a byte, the lower half first
  i16 score_cp_ = 0;
  u8 half_points_ = 0;
};
static_assert(sizeof(TrainingPosition) == 32);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_POSITION_H_
