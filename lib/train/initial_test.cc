#include "lib/train/initial.h"

#include <vector>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/train/check_set.h"
#include "lib/train/kernels/dispatch.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

std::vector<float> OutputsOf(const Checkpoint& net,
                             const std::vector<TrainingPosition>& positions) {
  ThreadPool pool(2);
  Model model(net, BestKernels(), pool);
  return Outputs(model, positions, pool);
}

TEST(InitialNetTest, DependsOnTheSeed) {
  const Shape shape = SmallShape(32, 0, true);
  EXPECT_EQ(InitialNet(shape, 1), InitialNet(shape, 1));
  EXPECT_FALSE(InitialNet(shape, 1) == InitialNet(shape, 2));
}

TEST(InitialNetTest, TellsPositionsApart) {
  const auto outputs = OutputsOf(InitialNet(SmallShape(64, 0, false), 1), RandomPositions(50, 1));
  EXPECT_NE(outputs.front(), outputs.back());
}

TEST(WidenTest, KeepsEveryValueToRounding) {
  const Shape small = SmallShape(32, 0, false);
  Shape large = SmallShape(96, net::kThreatRows, true);
  large.architecture.hidden2 = 24;
  large.architecture.hidden3 = 48;
  const Checkpoint old = {.shape = small, .weights = RandomWeights(small, 3)};
  const auto wide = Widen(old, large, 1);
  ASSERT_THAT(wide, IsOk());
  const std::vector<TrainingPosition> positions = RandomPositions(500, 2);
  const std::vector<float> before = OutputsOf(old, positions), after = OutputsOf(*wide, positions);
  for (size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 2e-6);
}

TEST(WidenTest, KeepsOldColumnsAndCutsNewOnesOff) {
  const Shape small = SmallShape(32, 0, false);
  const Checkpoint old = {.shape = small, .weights = RandomWeights(small, 3)};
  const Checkpoint wide = *Widen(old, SmallShape(64, 0, false), 1);
  for (int row = 0; row < 6144; ++row) {
    for (int column = 0; column < 32; ++column) {
      ASSERT_EQ(wide.weights.piece[row * 64 + column], old.weights.piece[row * 32 + column]);
      ASSERT_NE(wide.weights.piece[row * 64 + 32 + column], 0.0f);
    }
  }
  for (int neuron = 0; neuron < 16; ++neuron) {
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 32; ++i) {
        const size_t at = neuron * 128 + side * 64 + i;
        ASSERT_EQ(wide.weights.hidden2_weights[at],
                  old.weights.hidden2_weights[neuron * 64 + side * 32 + i]);
        ASSERT_EQ(wide.weights.hidden2_weights[at + 32], 0.0f);
      }
    }
  }
}

TEST(WidenTest, RefusesToShrinkOrToMoveBuckets) {
  const Shape small = SmallShape(64, 0, false);
  const Checkpoint old = {.shape = small, .weights = RandomWeights(small, 3)};
  EXPECT_THAT(Widen(old, SmallShape(32, 0, false), 1),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "widening: width: found 32, expected at least 64"));
  Shape other = small;
  other.architecture.bucket_table[7] = 1;
  EXPECT_THAT(Widen(old, other, 1),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("buckets")));
}

}  // namespace
}  // namespace coherent::train
