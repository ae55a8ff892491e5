#include "lib/net/zero_point.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "lib/net/reference.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

TEST(ZeroPointTest, MidpointRoundsDown) {
  EXPECT_EQ(Midpoint(-3, 4), 0);
  EXPECT_EQ(Midpoint(-4, 3), -1);
  EXPECT_EQ(Midpoint(2'000'000'000, 2'000'000'001), 2'000'000'000);
}

TEST(ZeroPointTest, FitsWhatHas65536ValuesAndNoMore) {
  EXPECT_TRUE(FitsInt16({{-1}, {-32'769}, {32'766}}));
  EXPECT_TRUE(FitsInt16({{100'000}, {67'232}, {132'767}}));
  EXPECT_FALSE(FitsInt16({{-1}, {-32'769}, {32'767}}));
  EXPECT_FALSE(FitsInt16({{0, 0}, {0, -32'768}, {0, 32'768}}));
}

TEST(ZeroPointTest, NoPositionLeavesTheBounds) {
  for (const int threat_rows : {0, kThreatRows}) {
    const Network network = SyntheticNetwork(SmallArchitecture(32, threat_rows), /*seed=*/1);
    const ZeroPoints points = ChargeBounds(network);
    EXPECT_TRUE(FitsInt16(points));
    Random random(/*seed=*/2);
    for (int round = 0; round < 300; ++round) {
      const std::vector<i64> sums = ReferenceRowSums(network, RandomBoard(random), Color::kWhite);
      for (size_t j = 0; j < sums.size(); ++j) {
        ASSERT_LE(points.lower[j], sums[j]);
        ASSERT_GE(points.upper[j], sums[j]);
      }
    }
  }
}

TEST(ZeroPointTest, PiecesAloneGiveTheExactBound) {
  // Every own piece counts 7, every other -5, the own king 100 in bucket 2 only.
  Network network(SmallArchitecture(32, 0));
  const auto weight = [](int bucket, int piece) {
    if (piece == 5) return bucket == 2 ? 100 : 0;
    if (piece == 11) return -1;
    return piece < 5 ? 7 : -5;
  };
  for (size_t row = 0; row < network.piece_rows.size() / 32; ++row) {
    const int bucket = static_cast<int>(row) / kPieceRowsOfBucket;
    const int piece = static_cast<int>(row) % kPieceRowsOfBucket / Square::kCount;
    network.piece_rows[row * 32] = static_cast<i16>(weight(bucket, piece));
  }
  const ZeroPoints points = ChargeBounds(network);
  EXPECT_EQ(points.upper[0], 100 - 1 + 15 * 7);
  EXPECT_EQ(points.lower[0], 0 - 1 - 15 * 5);
  EXPECT_EQ(points.zero[0], 64);
  EXPECT_EQ(points.upper[1], 0);
}

TEST(ZeroPointTest, NegatedWeightsGiveNegatedBounds) {
  Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/3);
  const ZeroPoints points = ChargeBounds(network);
  for (i16& weight : network.piece_rows) weight = static_cast<i16>(-weight);
  for (i16& weight : network.threat_rows) weight = static_cast<i16>(-weight);
  const ZeroPoints negated = ChargeBounds(network);
  for (size_t j = 0; j < points.lower.size(); ++j) {
    EXPECT_EQ(negated.lower[j], -points.upper[j]);
    EXPECT_EQ(negated.upper[j], -points.lower[j]);
  }
}

TEST(ZeroPointTest, RaisingAWeightNeverLowersTheUpperBound) {
  Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/4);
  const ZeroPoints before = ChargeBounds(network);
  Random random(/*seed=*/5);
  for (i16& weight : network.threat_rows) weight = static_cast<i16>(weight + random.Below(2));
  const ZeroPoints after = ChargeBounds(network);
  for (size_t j = 0; j < before.upper.size(); ++j) EXPECT_GE(after.upper[j], before.upper[j]);
}

}  // namespace
}  // namespace coherent::net
