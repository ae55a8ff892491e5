#include "tools/bench/comparison.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::bench {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;

// Runs of 1000 nodes that took so long, with as much CPU time.
EngineMeasurement WithSeconds(const std::vector<double>& seconds) {
  EngineMeasurement engine;
  for (const double value : seconds) {
    timing::RunResult run;
    run.nodes = 1000;
    run.seconds = value;
    run.cpu_seconds = value;
    engine.runs.push_back(run);
  }
  return engine;
}

TEST(ComparisonTest, OneBinaryAgainstItselfShowsNoDifference) {
  const Ratio ratio = WallRatio(WithSeconds({1.00, 1.02, 0.99, 1.01, 1.00, 0.98, 1.01, 1.00}),
                                WithSeconds({1.01, 1.00, 1.00, 1.01, 0.99, 1.00, 1.00, 1.01}));
  ASSERT_TRUE(ratio.digest.interval.has_value());
  EXPECT_LE(ratio.digest.interval->low, 1);
  EXPECT_GE(ratio.digest.interval->high, 1);
  EXPECT_GE(ratio.digest.interval->coverage, kConfidence);
  EXPECT_NEAR(ratio.digest.median, 1, 0.005);
  EXPECT_FALSE(ratio.ShowsDifference());
}

TEST(ComparisonTest, PairsTakeOutWhatTheMachineDidToBoth) {
  // Both slow down to a third; one is always 2 % faster.
  const Ratio ratio =
      WallRatio(WithSeconds({1, 1, 2, 2, 3, 3}), WithSeconds({1.02, 1.02, 2.04, 2.04, 3.06, 3.06}));
  EXPECT_THAT(ratio.pairs, Each(DoubleNear(1.02, 1e-9)));
  EXPECT_TRUE(ratio.ShowsDifference());
  EXPECT_NEAR(ratio.digest.spread_percent, 0, 1e-9);
}

TEST(ComparisonTest, FewRunsHaveNoIntervalAndShowNothing) {
  const Ratio ratio = WallRatio(WithSeconds({1, 1, 1, 1, 1}), WithSeconds({2, 2, 2, 2, 2}));
  EXPECT_FALSE(ratio.digest.interval.has_value());
  EXPECT_FALSE(ratio.ShowsDifference());
}

TEST(ComparisonTest, CpuTimeThatCannotBeSeenGivesNoRatio) {
  EngineMeasurement unseen = WithSeconds({1, 1});
  unseen.runs[1].cpu_seconds = 0;
  EXPECT_FALSE(CpuRatio(unseen, WithSeconds({1, 1})).has_value());
  EXPECT_TRUE(CpuRatio(WithSeconds({1, 2}), WithSeconds({1, 1})).has_value());
}

TEST(ComparisonTest, DriftIsInPercentOfTheMedian) {
  EXPECT_NEAR(DigestOf(std::vector<double>{100, 101, 102}).drift_percent, 200.0 / 101, 1e-9);
}

}  // namespace
}  // namespace coherent::bench
