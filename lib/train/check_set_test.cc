#include "lib/train/check_set.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/train/kernels/dispatch.h"
#include "lib/train/loss.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

TEST(BootstrapTest, CoversTheMeanAndNarrowsWithMorePackages) {
  Random random(1);
  const auto interval_of = [&](int count) {
    PackageSums packages;
    for (int i = 0; i < count; ++i) {
      packages.counts.push_back(1'000 + static_cast<i64>(random.Below(100)));
      packages.sums.push_back(static_cast<double>(packages.counts.back()) *
                              (0.02 + 0.002 * random.NextDouble()));
    }
    const Interval interval = *BootstrapMean(packages, 7);
    EXPECT_LT(interval.low, packages.Mean());
    EXPECT_GT(interval.high, packages.Mean());
    return interval.high - interval.low;
  };
  EXPECT_LT(interval_of(400), interval_of(10) / 2);
}

TEST(BootstrapTest, KnowsNothingFromOnePackage) {
  EXPECT_FALSE(BootstrapMean({.sums = {3}, .counts = {100}}, 1).has_value());
}

TEST(CheckSetTest, AddsUpErrorsByPackage) {
  const std::vector<TrainingPosition> positions = RandomPositions(300, 1);
  Dataset dataset;
  dataset.Add("a", std::span(positions).first(100));
  dataset.Add("b", std::span(positions).subspan(100));
  const Shape shape = SmallShape(32, 0, false);
  ThreadPool pool(2);
  Model model({.shape = shape, .weights = RandomWeights(shape, 1)}, BestKernels(), pool);
  const std::vector<float> outputs = Outputs(model, positions, pool);
  const PackageSums errors = Errors(dataset, outputs, 0.5);
  EXPECT_EQ(errors.counts, (std::vector<i64>{100, 200}));
  double sum = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    const double target = Target(0.5, positions[i].score_cp(), positions[i].half_points());
    sum += std::pow(Sigmoid(outputs[i]) - target, 2);
  }
  EXPECT_NEAR(errors.Mean(), sum / 300, 1e-12);
}

TEST(CheckSetTest, FindsTheScaleOfOutputsThatAreScores) {
  const std::vector<TrainingPosition> positions = RandomPositions(2'000, 3);
  for (const double scale : {60.0, 153.0, 400.0}) {
    std::vector<float> outputs;
    outputs.reserve(positions.size());
    for (const TrainingPosition& position : positions) {
      outputs.push_back(static_cast<float>(position.score_cp() / scale));
    }
    EXPECT_EQ(FitOutputScale(positions, outputs), scale);
  }
}

}  // namespace
}  // namespace coherent::train
