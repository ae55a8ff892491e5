#include "lib/train/position.h"

#include "lib/base/check.h"

namespace coherent::train {

using chess::Color;
using chess::Piece;
using chess::Square;

TrainingPosition::TrainingPosition(const chess::Position& position, int score_cp, int half_points)
    : score_cp_(static_cast<i16>(score_cp)), half_points_(static_cast<u8>(half_points)) {
  CHECK(score_cp_ == score_cp && half_points >= 0 && half_points <= 2);
  CHECK(position.occupied().Count() <= 32);
  const Color side = position.side_to_move();
  const bool turned = side == Color::kBlack;
  for (const Square square : position.occupied()) occupied_ |= u64{1} << square.For(side).index();
  int index = 0;
  for (const Square square : occupied()) {
    Piece piece = position.PieceAt(square.For(side));
    if (turned) piece = Piece(!piece.color(), piece.kind());
    pieces_[index / 2] |= static_cast<u8>(piece.index() << (index % 2 * 4));
    ++index;
  }
}

}  // namespace coherent::train
