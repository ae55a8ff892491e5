#include "lib/stats/student_t.h"

#include <vector>

#include "gtest/gtest.h"

namespace coherent::stats {
namespace {

TEST(StudentTTest, AgreesWithTheTables) {
  EXPECT_NEAR(StudentT(0.95, 1), 12.7062, 1e-4);
  EXPECT_NEAR(StudentT(0.95, 2), 4.30265, 1e-5);
  EXPECT_NEAR(StudentT(0.95, 6), 2.44691, 1e-5);
  EXPECT_NEAR(StudentT(0.95, 7), 2.36462, 1e-5);
  EXPECT_NEAR(StudentT(0.99, 30), 2.75000, 1e-5);
  EXPECT_NEAR(StudentT(0.95, 1000), 1.96234, 1e-5);
}

TEST(StudentTTest, IntervalOfTheMeanOfEightRuns) {
  const std::vector<double> values = {.41, .12, .55, -.08, .33, .27, .61, .19};
  const std::optional<MeanInterval> interval = IntervalOfMean(values, 0.95);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->mean, .3, 1e-12);
  EXPECT_NEAR(interval->low, .1100, 1e-4);
  EXPECT_NEAR(interval->high, .4900, 1e-4);
  EXPECT_FALSE(IntervalOfMean(std::vector<double>{1}, 0.95).has_value());
}

TEST(StudentTTest, IntervalOfADifferencePoolsTheVariance) {
  const std::vector<double> values = {1, 2, 3, 4};
  const std::vector<double> others = {0, 1, 2, 3};
  const std::optional<MeanInterval> interval = IntervalOfDifference(values, others, 0.95);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->mean, 1, 1e-12);
  EXPECT_NEAR(interval->high - 1, 2.44691 * 0.9128709, 1e-5);  // sqrt(5/3 · 1/2)
  EXPECT_NEAR(interval->low, 2 - interval->high, 1e-12);
  EXPECT_FALSE(IntervalOfDifference(values, {}, 0.95).has_value());
}

}  // namespace
}  // namespace coherent::stats
