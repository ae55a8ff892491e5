#include "lib/train/loss.h"

#include "gtest/gtest.h"

namespace coherent::train {
namespace {

TEST(LossTest, MixesResultAndScore) {
  EXPECT_DOUBLE_EQ(Target(1.0, 900, 0), 0.0);
  EXPECT_DOUBLE_EQ(Target(0.5, 0, 2), 0.75);
  EXPECT_DOUBLE_EQ(Target(0.0, 205, 0), 1.0 / (1.0 + std::exp(-1.0)));
  EXPECT_DOUBLE_EQ(Target(0.3, -80, 0) + Target(0.3, 80, 2), 1.0);
}

TEST(LossTest, HasItsMinimumAtTheTarget) {
  const Loss loss = SquaredError(1.0, Sigmoid(1.0));
  EXPECT_EQ(loss.error, 0.0);
  EXPECT_EQ(loss.derivative, 0.0);
}

TEST(LossTest, DerivativeIsTheSlope) {
  for (const double output : {-3.0, -0.2, 0.0, 0.7, 5.0}) {
    for (const double target : {0.0, 0.4, 1.0}) {
      constexpr double kStep = 1e-6;
      const double slope = (SquaredError(output + kStep, target).error -
                            SquaredError(output - kStep, target).error) /
                           (2 * kStep);
      EXPECT_NEAR(SquaredError(output, target).derivative, slope, 1e-9);
    }
  }
}

}  // namespace
}  // namespace coherent::train
