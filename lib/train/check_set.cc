#include "lib/train/check_set.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lib/base/check.h"
#include "lib/base/random.h"
#include "lib/train/loss.h"

namespace coherent::train {
namespace {

constexpr int kResamples = 2'000;

// The sum that FitOutputScale makes small.
double ScaleError(std::span<const TrainingPosition> positions, std::span<const float> outputs,
                  double scale) {
  double sum = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    const double difference = Sigmoid(scale * outputs[i] / kCentipawnUnit) -
                              Sigmoid(positions[i].score_cp() / kCentipawnUnit);
    sum += difference * difference;
  }
  return sum;
}

}  // namespace

double PackageSums::Mean() const {
  return std::accumulate(sums.begin(), sums.end(), 0.0) /
         static_cast<double>(std::accumulate(counts.begin(), counts.end(), i64{0}));
}

std::optional<Interval> BootstrapMean(const PackageSums& packages, u64 seed) {
  const size_t count = packages.sums.size();
  if (count < 2) return std::nullopt;
  Random random(seed);
  std::vector<double> means;
  for (int i = 0; i < kResamples; ++i) {
    PackageSums drawn;
    for (size_t j = 0; j < count; ++j) {
      const size_t package = random.Below(count);
      drawn.sums.push_back(packages.sums[package]);
      drawn.counts.push_back(packages.counts[package]);
    }
    means.push_back(drawn.Mean());
  }
  std::sort(means.begin(), means.end());
  return Interval{.low = means[kResamples / 40], .high = means[kResamples - 1 - kResamples / 40]};
}

std::vector<float> Outputs(Model& model, std::span<const TrainingPosition> positions,
                           ThreadPool& pool) {
  constexpr size_t kBatch = 8'192;
  Batch batch(model.rows());
  std::vector<float> outputs(positions.size());
  for (size_t first = 0; first < positions.size(); first += kBatch) {
    const size_t count = std::min(kBatch, positions.size() - first);
    batch.Fill(positions.subspan(first, count), 0, pool);
    model.Evaluate(batch, std::span(outputs).subspan(first, count));
  }
  return outputs;
}

PackageSums Errors(const Dataset& dataset, std::span<const float> outputs, double result_share) {
  PackageSums errors;
  for (const Dataset::Package& package : dataset.packages()) {
    double sum = 0;
    for (size_t i = package.first; i < package.first + package.count; ++i) {
      const TrainingPosition& position = dataset.positions()[i];
      const double target = Target(result_share, position.score_cp(), position.half_points());
      sum += SquaredError(outputs[i], target).error;
    }
    errors.sums.push_back(sum);
    errors.counts.push_back(static_cast<i64>(package.count));
  }
  return errors;
}

int FitOutputScale(std::span<const TrainingPosition> positions, std::span<const float> outputs) {
  CHECK(positions.size() == outputs.size());
  // One valley: a ternary search by whole numbers.
  int low = 1, high = 2'050;
  const auto error = [&](int scale) { return ScaleError(positions, outputs, scale); };
  while (high - low > 2) {
    const int left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (error(left) <= error(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  int best = low;
  for (int scale = low + 1; scale <= high; ++scale) {
    if (error(scale) < error(best)) best = scale;
  }
  return best;
}

}  // namespace coherent::train
