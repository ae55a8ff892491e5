#include "lib/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lib/base/check.h"

namespace coherent::stats {

double Mean(std::span<const double> values) {
  CHECK(!values.empty());
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Median(std::span<const double> values) { return Quantile(values, 0.5); }

double Quantile(std::span<const double> values, double p) {
  CHECK(!values.empty() && p >= 0 && p <= 1);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double PseudoMedian(std::span<const double> values) {
  std::vector<double> means;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  }
  return Median(means);
}

double Spread(std::span<const double> values) {
  return Quantile(values, 0.75) - Quantile(values, 0.25);
}

double Drift(std::span<const double> values) {
  CHECK(!values.empty());
  if (values.size() == 1) return 0;
  std::vector<double> slopes;
  slopes.reserve(values.size() * (values.size() - 1) / 2);
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  return Median(slopes) * static_cast<double>(values.size() - 1);
}

}  // namespace coherent::stats
