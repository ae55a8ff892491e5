#include "lib/train/optimizer.h"

#include <array>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/train/kernels/dispatch.h"

namespace coherent::train {
namespace {

// The definition, in double, one weight.
struct SlowAdam {
  double weight, first = 0, second = 0;

  void Step(const AdamOptions& o, double rate, double gradient, int step) {
    weight -= rate * o.weight_decay * weight;
    first = o.decay1 * first + (1 - o.decay1) * gradient;
    second = o.decay2 * second + (1 - o.decay2) * gradient * gradient;
    const double first_hat = first / (1 - std::pow(o.decay1, step));
    const double second_hat = second / (1 - std::pow(o.decay2, step));
    weight -= rate * first_hat / (std::sqrt(second_hat) + o.epsilon);
  }
};

TEST(OptimizerTest, FollowsTheDefinition) {
  constexpr int kCount = 64;
  const AdamOptions options;
  Random random(1);
  std::vector<float> weights, first(kCount), second(kCount), gradient(kCount);
  std::vector<SlowAdam> slow;
  for (int i = 0; i < kCount; ++i) {
    weights.push_back(static_cast<float>(random.NextDouble() - 0.5));
    slow.push_back({weights.back()});
  }
  for (int step = 1; step <= 300; ++step) {
    const double rate = 1e-3 * (step <= 50 ? step / 50.0 : 1.0);
    for (int i = 0; i < kCount; ++i) {
      // Some weights rest for a while.
      gradient[i] = step % 7 < i % 8 ? static_cast<float>(random.NextDouble() - 0.3) : 0.0f;
      slow[i].Step(options, rate, gradient[i], step);
    }
    BestKernels().adam(MakeAdamStep(options, rate, options.weight_decay, step), gradient.data(),
                       kCount, weights.data(), first.data(), second.data());
  }
  for (int i = 0; i < kCount; ++i) EXPECT_NEAR(weights[i], slow[i].weight, 1e-5);
}

TEST(OptimizerTest, LeavesAWeightWithoutGradientAndDecayAsItIs) {
  const AdamStep step = MakeAdamStep(AdamOptions(), 1e-3, 0.0, 1);
  std::array<float, 16> weights, moments = {}, gradient = {};
  weights.fill(0.1f);
  std::array<float, 16> second = {};
  BestKernels().adam(step, gradient.data(), 16, weights.data(), moments.data(), second.data());
  for (const float weight : weights) EXPECT_EQ(weight, 0.1f);
}

}  // namespace
}  // namespace coherent::train
