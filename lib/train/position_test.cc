#include "lib/train/position.h"

#include "gtest/gtest.h"
#include "lib/chess/testing.h"

namespace coherent::train {
namespace {

using chess::PositionOf;

TEST(TrainingPositionTest, KeepsPiecesScoreAndResult) {
  const TrainingPosition position(PositionOf("4k3/8/8/8/8/8/P7/4K2r w - - 0 1"), -480, 0);
  EXPECT_EQ(position.score_cp(), -480);
  EXPECT_EQ(position.half_points(), 0);
  std::string pieces;
  int index = 0;
  for (const chess::Square square : position.occupied()) {
    pieces += position.PieceAt(index++).letter() + square.ToString() + " ";
  }
  EXPECT_EQ(pieces, "Ke1 rh1 Pa2 ke8 ");
}

TEST(TrainingPositionTest, TurnsTheBoardForBlack) {
  EXPECT_EQ(TrainingPosition(PositionOf("4k2R/p7/8/8/8/8/8/4K3 b - - 0 1"), 20, 2),
            TrainingPosition(PositionOf("4k3/8/8/8/8/8/P7/4K2r w - - 0 1"), 20, 2));
}

TEST(TrainingPositionTest, HoldsAFullBoard) {
  const TrainingPosition position(chess::Position(), 0, 1);
  EXPECT_EQ(position.occupied().Count(), 32);
  EXPECT_EQ(position.PieceAt(31).letter(), 'r');
}

}  // namespace
}  // namespace coherent::train
