#include "lib/net/adjust.h"

#include "gtest/gtest.h"
#include "lib/chess/fen.h"
#include "lib/chess/testing.h"

namespace coherent::net {
namespace {

TEST(AdjustTest, StartPositionHas8160Centipawns) {
  EXPECT_EQ(Material(chess::Position()), 8'160);
  EXPECT_EQ(Material(chess::PositionOf("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), 0);
}

TEST(AdjustTest, ScalesByTheFactorsOfTheStartPosition) {
  EXPECT_EQ(ScaleByMaterial(10'000, 8'160, 80), 13'832);
  EXPECT_EQ(ScaleByMaterial(10'000, 8'160, 117), 15'604);
  EXPECT_EQ(ScaleByMaterial(-10'000, 8'160, 80), -13'832);
  EXPECT_EQ(ScaleByMaterial(100, 3'370, 80), 100);
}

TEST(AdjustTest, DivisionsGoTowardsZero) {
  EXPECT_EQ(ScaleByMaterial(1, 8'160, 80), 1);
  EXPECT_EQ(ScaleByMaterial(-1, 8'160, 80), -1);
  EXPECT_EQ(ScaleByMaterial(5, 0, 80), 4);
  EXPECT_EQ(ScaleByMaterial(-5, 0, 80), -4);
  EXPECT_EQ(DampByClock(-3, 1), -2);
}

TEST(AdjustTest, SurvivesTheLargestValues) {
  EXPECT_EQ(Limit(ScaleByMaterial(2'147'483'647, 27'000, 1'000), 31'000), 31'000);
  EXPECT_EQ(Limit(ScaleByMaterial(-2'147'483'648, 27'000, 1'000), 31'000), -31'000);
}

TEST(AdjustTest, TheClockCountsToAHundred) {
  EXPECT_EQ(DampByClock(208, 0), 208);
  EXPECT_EQ(DampByClock(208, 1), 207);
  EXPECT_EQ(DampByClock(208, 100), 108);
  EXPECT_EQ(DampByClock(208, 150), 108);
}

}  // namespace
}  // namespace coherent::net
