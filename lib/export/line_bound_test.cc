#include "lib/export/line_bound.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/export/witness.h"
#include "lib/net/board.h"
#include "lib/net/features.h"
#include "lib/net/network.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"
#include "lib/net/zero_point.h"

namespace coherent::exporting {
namespace {

using net::Board;
using net::Color;
using net::Kind;
using net::Piece;
using net::Square;

constexpr int kRounds = 40;

net::Network ThreatNet() {
  return net::SyntheticNetwork(net::SmallArchitecture(32, net::kThreatRows), /*seed=*/1);
}

TEST(LineBoundTest, IsTighterThanTheChargeBoundAndHoldsForWhatAnnealingFinds) {
  const net::Network network = ThreatNet();
  const net::ZeroPoints charge = net::ChargeBounds(network);
  for (const int neuron : {0, 31}) {
    const NeuronWeights weights(network, neuron);
    const Range range = LineBounds(weights, kRounds);
    EXPECT_LT(10 * range.upper, 9 * charge.upper[neuron]);
    EXPECT_GT(10 * range.lower, 9 * charge.lower[neuron]);
    EXPECT_GE(range.upper, FindExtreme(weights, Extreme::kLargest, 5'000).sum);
    EXPECT_LE(range.lower, FindExtreme(weights, Extreme::kSmallest, 5'000).sum);
  }
}

TEST(LineBoundTest, NoPositionLeavesItHoweverFewTheRounds) {
  const NeuronWeights weights(ThreatNet(), 7);
  Range range = {.lower = -1'000'000, .upper = 1'000'000};
  for (const int rounds : {0, 1, 10, kRounds}) {
    const Range next = LineBounds(weights, rounds);
    range = {std::max(range.lower, next.lower), std::min(range.upper, next.upper)};
  }
  Random random(/*seed=*/2);
  for (int compared = 0; compared < 300;) {
    const Board board = net::RandomBoard(random);
    if (board.King(Color::kWhite).file() >= 4) continue;
    const i64 sum = weights.Sum(board);
    ASSERT_LE(range.lower, sum);
    ASSERT_GE(range.upper, sum);
    ++compared;
  }
}

TEST(LineBoundTest, IsExactWhereMenDoNotSeeEachOther) {
  net::Network network(net::SmallArchitecture(32, 0));
  const int row = net::PieceRow(2, Piece(Color::kWhite, Kind::kQueen), Square(3, 3));
  network.piece_rows[size_t{32} * row] = 1'001;
  const Range range = LineBounds(NeuronWeights(network, 0), kRounds);
  EXPECT_EQ(range.upper, 1'001);
  EXPECT_EQ(range.lower, 0);
}

}  // namespace
}  // namespace coherent::exporting
