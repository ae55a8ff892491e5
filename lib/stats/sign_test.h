// What fair coins say: the exact sign test, and the interval for a median that rests on it. Neither
// assumes anything of the distribution.
#ifndef COHERENT_LIB_STATS_SIGN_TEST_H_
#define COHERENT_LIB_STATS_SIGN_TEST_H_

#include <optional>
#include <span>

#include "absl/status/statusor.h"

namespace coherent::stats {

inline constexpr int kMaxTrials = 1000;

// The probability that at least `positive` of `trials` fair coins fall heads. Exact for up to 50
// trials; up to kMaxTrials, the nearest double or one beside it.
absl::StatusOr<double> ProbabilityOfAtLeast(int positive, int trials);

struct MedianInterval {
  double low = 0;
  double high = 0;
  double coverage =
      0;  // The probability that such an interval holds the median: >= what was asked.
};

// The narrowest interval between two of the values, as far from the lowest as from the highest,
// that holds the median of their distribution with probability `confidence` or more, whatever the
// distribution is. None if there are too few values (0.95 takes 6) or more than kMaxTrials.
std::optional<MedianInterval> IntervalOfMedian(std::span<const double> values, double confidence);

}  // namespace coherent::stats

#endif  // COHERENT_LIB_STATS_SIGN_TEST_H_
