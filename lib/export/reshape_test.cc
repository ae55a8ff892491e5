#include "lib/export/reshape.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/epd.h"
#include "lib/chess/testing.h"
#include "lib/net/board.h"
#include "lib/net/reference.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

using net::Network;

class ReshapeTest : public ::testing::Test {
 protected:
  std::vector<int> ValuesOf(const Network& network) const {
    std::vector<int> values;
    for (const chess::EpdRecord& record : positions_) {
      values.push_back(net::ReferenceValue(network, net::Board(record.position),
                                           record.position.side_to_move()));
    }
    return values;
  }

  const std::vector<chess::EpdRecord> positions_ = chess::ReadPositions("bench.epd");
  const Network network_ =
      net::SyntheticNetwork(net::SmallArchitecture(64, net::kThreatRows), /*seed=*/1);
};

TEST_F(ReshapeTest, MeasuresWhatTheSlowPathComputes) {
  const Activity activity = MeasureActivity(network_, positions_);
  EXPECT_EQ(activity.views(), static_cast<i64>(2 * positions_.size()));
  i64 active = 0, sum = 0;
  for (const chess::EpdRecord& record : positions_) {
    const net::Color side = record.position.side_to_move();
    const i64 own = net::ReferenceRowSums(network_, net::Board(record.position), side)[9] +
                    network_.input_bias[9];
    const i64 other = net::ReferenceRowSums(network_, net::Board(record.position), !side)[9] +
                      network_.input_bias[9];
    active += (own > 0 ? 1 : 0) + (other > 0 ? 1 : 0);
    sum += std::clamp<i64>(own, 0, 255);
  }
  EXPECT_EQ(activity.CountActive(9), active);
  EXPECT_EQ(activity.activations[9].sum[0], sum);
}

TEST_F(ReshapeTest, PairsWhatIsActiveTogether) {
  // Neurons 0 and 5 are active together, 1 and 4 as well, 2 and 3 never.
  Activity activity;
  activity.positions = 2;
  activity.active = {{0b0011}, {0b1100}, {0}, {0}, {0b1100}, {0b0011}};
  const std::vector<int> order = PairedOrder(activity);
  EXPECT_EQ(order, (std::vector<int>{0, 5, 1, 4, 2, 3}));
  EXPECT_EQ(CountZeroPairs(activity, order).zero, 2 + 2 + 4);
  EXPECT_EQ(CountZeroPairs(activity, std::vector<int>{0, 1, 2, 3, 4, 5}).zero, 0 + 4 + 0);
}

TEST_F(ReshapeTest, AnotherOrderChangesNoValueAndSkipsMore) {
  const Activity activity = MeasureActivity(network_, positions_);
  const std::vector<int> order = PairedOrder(activity);
  std::vector<int> sorted = order, all(64);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  ASSERT_EQ(sorted, all);
  const Network reordered = WithNeurons(network_, order);
  EXPECT_EQ(ValuesOf(reordered), ValuesOf(network_));
  const i64 before = CountZeroPairs(activity, all).zero;
  EXPECT_GT(CountZeroPairs(activity, order).zero, before);
  EXPECT_EQ(CountZeroPairs(MeasureActivity(reordered, positions_), all).zero,
            CountZeroPairs(activity, order).zero);
}

TEST_F(ReshapeTest, WideningChangesNoValue) {
  const Network wide = Widened(network_, 128, /*seed=*/1);
  EXPECT_EQ(wide.architecture.width, 128);
  EXPECT_EQ(ValuesOf(wide), ValuesOf(network_));
  // The new neurons are no dead weight for a trainer.
  EXPECT_GT(MeasureActivity(wide, positions_).CountActive(100), 0);
}

TEST_F(ReshapeTest, PruningWhatWideningAddedGivesTheOldValues) {
  const Network wide = Widened(network_, 128, /*seed=*/1);
  const auto pruned = Prune("n", wide, MeasureActivity(wide, positions_), 64);
  ASSERT_THAT(pruned, IsOk());
  EXPECT_EQ(pruned->dropped.front(), 64);
  EXPECT_EQ(pruned->dropped.size(), 64U);
  EXPECT_EQ(ValuesOf(pruned->network), ValuesOf(network_));
}

TEST_F(ReshapeTest, PruningAConstantNeuronMovesItIntoTheBias) {
  Network network = SyntheticNetwork(net::SmallArchitecture(64, 0), /*seed=*/1);
  // Always 255, whatever the rows say.
  for (int j = 32; j < 64; ++j) network.input_bias[j] = 20'000;
  const auto pruned = Prune("n", network, MeasureActivity(network, positions_), 32);
  ASSERT_THAT(pruned, IsOk());
  EXPECT_EQ(pruned->dropped.front(), 32);
  EXPECT_EQ(ValuesOf(pruned->network), ValuesOf(network));
}

TEST_F(ReshapeTest, PruningDropsTheNeuronsThatMatterLeast) {
  const Activity activity = MeasureActivity(network_, positions_);
  const auto spread = [&](const Network& network) {
    const std::vector<int> values = ValuesOf(network), right = ValuesOf(network_);
    i64 sum = 0;
    for (size_t i = 0; i < values.size(); ++i) sum += std::abs(values[i] - right[i]);
    return sum;
  };
  const auto pruned = Prune("n", network_, activity, 32);
  ASSERT_THAT(pruned, IsOk());
  std::vector<int> first_half(32);
  std::iota(first_half.begin(), first_half.end(), 0);
  EXPECT_LT(spread(pruned->network), spread(WithNeurons(network_, first_half)));
}

TEST_F(ReshapeTest, PruningRefusesABiasBeyond32Bits) {
  Network network = SyntheticNetwork(net::SmallArchitecture(64, 0), /*seed=*/1);
  for (i16& bias : network.input_bias) bias = 20'000;
  for (i16& weight : network.hidden2_weights) weight = 32'767;
  network.hidden2_bias[0] = 2'147'000'000;
  EXPECT_THAT(Prune("n", network, MeasureActivity(network, positions_), 32),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       ::testing::HasSubstr("n: hidden layer 2, bias 0: found ")));
}

}  // namespace
}  // namespace coherent::exporting
