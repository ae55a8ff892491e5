#include "lib/stats/wilson.h"

#include <cmath>

#include "gtest/gtest.h"
#include "lib/base/int.h"

namespace coherent::stats {
namespace {

TEST(WilsonTest, KnowsTextbookIntervals) {
  const ShareInterval of_10 = WilsonInterval(0.8, 10);
  EXPECT_NEAR(of_10.low, 0.4902, 5e-5);
  EXPECT_NEAR(of_10.high, 0.9433, 5e-5);
  const ShareInterval of_263 = WilsonInterval(81.0 / 263, 263);
  EXPECT_NEAR(of_263.low, 0.2553, 5e-5);
  EXPECT_NEAR(of_263.high, 0.3662, 5e-5);
}

TEST(WilsonTest, NoneAndAllHaveOneOpenEnd) {
  EXPECT_EQ(WilsonInterval(0, 20).low, 0);
  EXPECT_NEAR(WilsonInterval(0, 20).high, 0.1611, 5e-5);
  EXPECT_NEAR(WilsonInterval(1, 20).low, 0.8389, 5e-5);
  EXPECT_EQ(WilsonInterval(1, 20).high, 1);
}

TEST(WilsonTest, TheShareIsJustPlausibleAtBothEnds) {
  for (const i64 trials : {1, 7, 300, 100'000}) {
    for (double share = 0.1; share < 1; share += 0.2) {
      const ShareInterval interval = WilsonInterval(share, trials);
      const auto deviations = [&](double p) {
        return (share - p) / std::sqrt(p * (1 - p) / static_cast<double>(trials));
      };
      EXPECT_NEAR(deviations(interval.low), 1.96, 1e-3);
      EXPECT_NEAR(deviations(interval.high), -1.96, 1e-3);
    }
  }
}

}  // namespace
}  // namespace coherent::stats
