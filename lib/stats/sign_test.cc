#include "lib/stats/sign_test.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace coherent::stats {

absl::StatusOr<double> ProbabilityOfAtLeast(int positive, int trials) {
  if (trials < 1 || trials > kMaxTrials || positive < 0 || positive > trials) {
    return absl::InvalidArgumentError(absl::StrCat(
        positive, " of ", trials, " trials: want 0 <= positive <= trials <= ", kMaxTrials));
  }
  // Whole numbers, and below 2^64 for up to 50 trials: there every step is exact.
  long double ways = 1;
  long double sum = 0;
  for (int heads = trials; heads >= positive; --heads) {
    sum += ways;
    ways = ways * heads / (trials - heads + 1);
  }
  return static_cast<double>(std::ldexp(sum, -trials));
}

std::optional<MedianInterval> IntervalOfMedian(std::span<const double> values, double confidence) {
  if (values.empty() || values.size() > kMaxTrials) return std::nullopt;
  const int count = static_cast<int>(values.size());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  // [sorted[out], sorted[count - 1 - out]] misses the median if at most `out` of the values lie on
  // one of its sides, that is, at least count - out on the other.
  std::optional<MedianInterval> interval;
  for (int out = 0; 2 * out < count; ++out) {
    const double coverage = 1 - 2 * *ProbabilityOfAtLeast(count - out, count);
    if (coverage < confidence) break;
    interval = {sorted[out], sorted[count - 1 - out], coverage};
  }
  return interval;
}

}  // namespace coherent::stats
