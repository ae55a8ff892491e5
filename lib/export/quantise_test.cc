#include "lib/export/quantise.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/net/network.h"
#include "lib/net/threats.h"
#include "lib/train/testing.h"

namespace coherent::exporting {
namespace {

using train::Checkpoint;
using train::RandomWeights;
using train::SmallShape;

Checkpoint SmallNet() {
  const train::Shape shape = SmallShape(32, 0, false);
  return {.shape = shape, .weights = RandomWeights(shape, 1)};
}

net::Network NetworkOf(const Checkpoint& checkpoint) {
  auto quantised = Quantise("x", checkpoint, OutOfRange::kRefuse);
  EXPECT_THAT(quantised, IsOk());
  return std::move(quantised->network);
}

TEST(QuantiseTest, RoundsToTheNearestAndTiesToEven) {
  Checkpoint net = SmallNet();
  std::vector<float>& row = net.weights.output_weights;
  constexpr double kUnits[] = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 2.4999, 2.5001};
  for (int i = 0; i < 8; ++i) row[i] = static_cast<float>(kUnits[i] / 16384);
  const net::Network network = NetworkOf(net);
  const std::vector<i16> found(network.output_weights.begin(), network.output_weights.begin() + 8);
  EXPECT_EQ(found, (std::vector<i16>{0, 2, 2, 0, -2, -2, 2, 3}));
}

// A row and its base are added before they are rounded: 0.3 + 0.3 units are 1, not 0.
TEST(QuantiseTest, RoundsTheSumOnce) {
  const train::Shape shape = SmallShape(32, net::kThreatRows, true);
  Checkpoint net = {.shape = shape, .weights = train::ZeroWeights(shape)};
  const auto unit = static_cast<float>(0.3 / 255);
  net.weights.piece[size_t{768} * 32] = net.weights.shared_piece[0] = unit;
  net.weights.fine_threat[5] = net.weights.coarse_threat[17 * 32 + 5] = unit;
  const net::Network network = NetworkOf(net);
  EXPECT_EQ(network.PieceRow(768)[0], 1);
  EXPECT_EQ(network.PieceRow(0)[0], 0);
  EXPECT_EQ(network.ThreatRow(0)[5], 1);
}

TEST(QuantiseTest, ScalesEveryTensorByItsFactor) {
  const Checkpoint net = SmallNet();
  const net::Network network = NetworkOf(net);
  EXPECT_EQ(network.architecture, net.shape.architecture);
  const auto expect = [](const auto& integers, const std::vector<float>& reals, double factor) {
    ASSERT_EQ(integers.size(), reals.size());
    for (size_t i = 0; i < reals.size(); ++i) ASSERT_NEAR(integers[i], reals[i] * factor, 0.5);
  };
  expect(network.piece_rows, net.weights.piece, 255);
  expect(network.input_bias, net.weights.input_bias, 255);
  expect(network.hidden2_weights, net.weights.hidden2_weights, 16384);
  expect(network.hidden2_bias, net.weights.hidden2_bias, 255.0 * 16384);
  expect(network.hidden3_weights, net.weights.hidden3_weights, 16384);
  expect(network.hidden3_bias, net.weights.hidden3_bias, 255.0 * 16384);
  expect(network.output_weights, net.weights.output_weights, 16384);
  EXPECT_NEAR(network.output_bias, net.weights.output_bias[0] * 255.0 * 16384, 0.5);
}

TEST(QuantiseTest, NamesTensorRowColumnAndValueOutOfRange) {
  Checkpoint net = SmallNet();
  net.weights.piece[7 * 32 + 3] = 200.0f;
  net.weights.hidden2_bias[2] = -1e6f;
  EXPECT_THAT(Quantise("x", net, OutOfRange::kRefuse),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "x: ft.piece.weight, row 7, column 3: 51000 does not fit its integer type "
                       "(2 such weights)"));
  const auto clipped = Quantise("x", net, OutOfRange::kClip);
  ASSERT_THAT(clipped, IsOk());
  EXPECT_EQ(clipped->network.PieceRow(7)[3], 32767);
  EXPECT_EQ(clipped->network.hidden2_bias[2], -2147483647 - 1);
  ASSERT_EQ(clipped->clips.size(), 2u);
  EXPECT_EQ(clipped->clips[1].ToString(), "l2.bias, row 0, column 2: -4.17792e+12");
}

}  // namespace
}  // namespace coherent::exporting
