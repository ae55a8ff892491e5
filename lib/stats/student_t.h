// Student's t: how far the mean of a few numbers may be from the true one. Assumes that they are
// independent and roughly normal, unlike sign_test.h.
#ifndef COHERENT_LIB_STATS_STUDENT_T_H_
#define COHERENT_LIB_STATS_STUDENT_T_H_

#include <optional>
#include <span>

namespace coherent::stats {

// The t with which |T| < t has probability `p` (0 < p < 1) at `degrees` (1 or more) of freedom.
double StudentT(double p, int degrees);

struct MeanInterval {
  double mean = 0;
  double low = 0;
  double high = 0;
};

// Holds the true mean with probability `confidence`. None for fewer than two values.
std::optional<MeanInterval> IntervalOfMean(std::span<const double> values, double confidence);

// The same for the difference of two means, of numbers of one variance. None if that takes more
// values.
std::optional<MeanInterval> IntervalOfDifference(std::span<const double> values,
                                                 std::span<const double> subtracted,
                                                 double confidence);

}  // namespace coherent::stats

#endif  // COHERENT_LIB_STATS_STUDENT_T_H_
