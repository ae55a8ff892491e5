#include "lib/stats/sign_test.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"

namespace coherent::stats {
namespace {

TEST(SignTestTest, SevenOfEightIsNineIn256Exactly) {
  EXPECT_EQ(*ProbabilityOfAtLeast(7, 8), 9.0 / 256);
  EXPECT_EQ(*ProbabilityOfAtLeast(8, 8), 1.0 / 256);
  EXPECT_EQ(*ProbabilityOfAtLeast(0, 8), 1.0);
}

TEST(SignTestTest, FiftyTrialsAreStillExact) {
  // 1 + 50 + 1225 + 19600 of 2^50.
  EXPECT_EQ(*ProbabilityOfAtLeast(47, 50), 20876.0 / 1125899906842624.0);
  EXPECT_EQ(*ProbabilityOfAtLeast(0, 50), 1.0);
}

TEST(SignTestTest, ManyTrialsStayInRange) {
  EXPECT_EQ(*ProbabilityOfAtLeast(0, 1000), 1.0);
  // Half of the trials or more: one half, and half of the middle term.
  EXPECT_NEAR(*ProbabilityOfAtLeast(500, 1000), 0.5126125090891802, 1e-15);
}

TEST(SignTestTest, RejectsMorePositivesThanTrialsAndSaysSo) {
  EXPECT_THAT(ProbabilityOfAtLeast(9, 8),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "9 of 8 trials: want 0 <= positive <= trials <= 1000"));
  EXPECT_FALSE(ProbabilityOfAtLeast(-1, 8).ok());
  EXPECT_FALSE(ProbabilityOfAtLeast(0, 0).ok());
}

TEST(IntervalOfMedianTest, SixValuesAreTheFewestForNinetyFivePercent) {
  EXPECT_FALSE(IntervalOfMedian(std::vector<double>{1, 2, 3, 4, 5}, 0.95).has_value());
  const auto interval = IntervalOfMedian(std::vector<double>{6, 5, 4, 3, 2, 1}, 0.95);
  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(interval->low, 1);
  EXPECT_EQ(interval->high, 6);
  EXPECT_EQ(interval->coverage, 1 - 2.0 / 64);
}

TEST(IntervalOfMedianTest, TwentyValuesLeaveOutFiveOnEachSide) {
  std::vector<double> values;
  values.reserve(20);
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  const auto interval = IntervalOfMedian(values, 0.95);
  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(interval->low, 6);
  EXPECT_EQ(interval->high, 15);
  EXPECT_NEAR(interval->coverage, 0.9586, 1e-4);
}

TEST(IntervalOfMedianTest, HoldsTheMedianAsOftenAsItSays) {
  Random random(11);
  int held = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<double> values(9);
    for (double& value : values) value = random.NextDouble() * random.NextDouble();
    const auto interval = IntervalOfMedian(values, 0.95);
    constexpr double kTrueMedian = 0.18668232;  // x (1 - ln x) = 1/2
    if (interval->low <= kTrueMedian && kTrueMedian <= interval->high) ++held;
  }
  EXPECT_NEAR(static_cast<double>(held) / kDraws, 1 - 2.0 * 10 / 512, 0.01);
}

}  // namespace
}  // namespace coherent::stats
