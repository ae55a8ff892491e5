#include "lib/stats/pentanomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lib/base/random.h"

namespace coherent::stats {
namespace {

TEST(EstimateEloTest, KnowsTheCurve) {
  // 3 of 4 points: 400 log10 3.
  EXPECT_NEAR(EstimateElo({0, 0, 0, 10, 0}).elo, 190.85, 0.01);
  EXPECT_NEAR(EstimateElo({0, 0, 0, 10, 0}).margin, 0, 1e-9);
  EXPECT_NEAR(EstimateElo({0, 10, 0, 0, 0}).elo, -190.85, 0.01);
  EXPECT_EQ(EstimateElo({7, 3, 20, 3, 7}).elo, 0);
}

TEST(EstimateEloTest, GivesTheMarginOfAWorkedExample) {
  const PairCounts pairs = {5, 15, 45, 25, 10};
  // Mean (15 + 90 + 75 + 40) / 400 = 0.55; mean square (15 + 180 + 225 + 160) / 1600 = 0.3625;
  // deviation of the mean sqrt(0.06) / 10; slope 173.717 / 0.2475.
  const EloEstimate estimate = EstimateElo(pairs);
  EXPECT_NEAR(estimate.elo, 34.86, 0.01);
  EXPECT_NEAR(estimate.margin, 1.959964 * 0.0244949 * 173.7178 / 0.2475, 1e-2);
}

TEST(EstimateEloTest, CoversTheTruthNineteenTimesInTwenty) {
  Random random(/*seed=*/1);
  const double chances[] = {0.1, 0.2, 0.4, 0.2, 0.1};  // mean one half: 0 Elo
  int covered = 0;
  constexpr int kRuns = 2'000;
  for (int run = 0; run < kRuns; ++run) {
    PairCounts pairs = {};
    for (int i = 0; i < 200; ++i) {
      double left = random.NextDouble();
      size_t score = 0;
      while (score < 4 && left >= chances[score]) left -= chances[score++];
      ++pairs[score];
    }
    const EloEstimate estimate = EstimateElo(pairs);
    if (std::abs(estimate.elo) <= estimate.margin) ++covered;
  }
  EXPECT_NEAR(covered / double{kRuns}, 0.95, 0.015);
}

TEST(EstimateEloTest, HasNoFiniteAnswerForASweep) {
  EXPECT_TRUE(std::isinf(EstimateElo({0, 0, 0, 0, 3}).elo));
  EXPECT_LT(EstimateElo({3, 0, 0, 0, 0}).elo, 0);
}

}  // namespace
}  // namespace coherent::stats
