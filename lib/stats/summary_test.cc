#include "lib/stats/summary.h"

#include <vector>

#include "gtest/gtest.h"

namespace coherent::stats {
namespace {

const std::vector<double> kFive = {5, 1, 4, 2, 3};

TEST(SummaryTest, MiddlesOfOddAndEvenCounts) {
  EXPECT_EQ(Mean(kFive), 3);
  EXPECT_EQ(Median(kFive), 3);
  EXPECT_EQ(Median(std::vector<double>{1, 2, 3, 10}), 2.5);
  EXPECT_EQ(Median(std::vector<double>{7}), 7);
}

TEST(SummaryTest, QuantilesAreLinearBetweenNeighbours) {
  EXPECT_EQ(Quantile(kFive, 0), 1);
  EXPECT_EQ(Quantile(kFive, 1), 5);
  EXPECT_EQ(Quantile(kFive, 0.25), 2);
  EXPECT_EQ(Quantile(std::vector<double>{10, 20}, 0.1), 11);
}

TEST(SummaryTest, SpreadForgivesAWildValue) {
  EXPECT_EQ(Spread(kFive), 2);
  EXPECT_EQ(Spread(std::vector<double>{1, 2, 3, 4, 1000}), 2);
  EXPECT_EQ(Spread(std::vector<double>{7}), 0);
}

TEST(SummaryTest, DriftIsTheRiseFromFirstToLast) {
  EXPECT_EQ(Drift(std::vector<double>{10, 11, 12, 13}), 3);
  EXPECT_EQ(Drift(std::vector<double>{10, 11, 99, 13, 14}), 4) << "one wild value changes nothing";
  EXPECT_EQ(Drift(std::vector<double>{5, 4, 3}), -2);
  EXPECT_EQ(Drift(std::vector<double>{7}), 0);
}

TEST(SummaryDeathTest, NoValuesIsABug) { EXPECT_DEATH(Median({}), "check failed"); }

TEST(SummaryTest, ThePseudoMedianIsTheMiddleOfAllPairs) {
  EXPECT_NEAR(PseudoMedian(std::vector<double>{.41, .12, .55, -.08, .33, .27, .61, .19}), .3, 1e-9);
  EXPECT_NEAR(PseudoMedian(std::vector<double>{.41, .12, .55, -.08, .33, 0, .61, .19}), .265, 1e-9);
  EXPECT_EQ(PseudoMedian(std::vector<double>{7}), 7);
}

}  // namespace
}  // namespace coherent::stats
