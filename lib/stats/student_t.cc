#include "lib/stats/student_t.h"

#include <cmath>
#include <numbers>

#include "lib/base/check.h"
#include "lib/stats/summary.h"

namespace coherent::stats {
namespace {

// P(|T| < sqrt(degrees) tan(angle)), for whole degrees of freedom a finite sum (Abramowitz and
// Stegun 26.7.3, 26.7.4).
double ProbabilityWithin(double angle, int degrees) {
  const double square = std::cos(angle) * std::cos(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? std::cos(angle) : 1;
  double sum = 0;
  for (int k = odd ? 3 : 2; k <= degrees; k += 2) {
    sum += term;
    term *= square * (k - 1) / k;
  }
  if (!odd) return std::sin(angle) * sum;
  return 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
}

double SquaresAround(std::span<const double> values, double center) {
  double sum = 0;
  for (const double value : values) sum += (value - center) * (value - center);
  return sum;
}

}  // namespace

double StudentT(double p, int degrees) {
  CHECK(p > 0 && p < 1 && degrees >= 1);
  double low = 0;
  double high = std::numbers::pi / 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (ProbabilityWithin(middle, degrees) < p ? low : high) = middle;
  }
  return std::sqrt(degrees) * std::tan(low);
}

std::optional<MeanInterval> IntervalOfMean(std::span<const double> values, double confidence) {
  if (values.size() < 2) return std::nullopt;
  const double mean = Mean(values);
  const auto count = static_cast<double>(values.size());
  const double error = std::sqrt(SquaresAround(values, mean) / (count - 1) / count);
  const double reach = error * StudentT(confidence, static_cast<int>(values.size()) - 1);
  return MeanInterval{mean, mean - reach, mean + reach};
}

std::optional<MeanInterval> IntervalOfDifference(std::span<const double> values,
                                                 std::span<const double> subtracted,
                                                 double confidence) {
  if (values.empty() || subtracted.empty() || values.size() + subtracted.size() < 3) {
    return std::nullopt;
  }
  const double mean = Mean(values);
  const double other = Mean(subtracted);
  const int degrees = static_cast<int>(values.size() + subtracted.size()) - 2;
  const double variance =
      (SquaresAround(values, mean) + SquaresAround(subtracted, other)) / degrees;
  const double error = std::sqrt(variance * (1 / static_cast<double>(values.size()) +
                                             1 / static_cast<double>(subtracted.size())));
  const double reach = error * StudentT(confidence, degrees);
  return MeanInterval{mean - other, mean - other - reach, mean - other + reach};
}

}  // namespace coherent::stats
