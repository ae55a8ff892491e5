// What a list of measured numbers says: middle, spread and drift.
#ifndef COHERENT_LIB_STATS_SUMMARY_H_
#define COHERENT_LIB_STATS_SUMMARY_H_

#include <span>

namespace coherent::stats {

// All of these want at least one value, in any order unless said otherwise.

double Mean(std::span<const double> values);

double Median(std::span<const double> values);

// The value below which the share `p` (0 to 1) of the values lies, linear between neighbours:
// 0 is the minimum, 0.5 the median, 1 the maximum.
double Quantile(std::span<const double> values, double p);

// The median of the means of all pairs, each value with itself too (Hodges and Lehmann): uses the
// sizes as the mean does, and is little moved by a few wild ones.
double PseudoMedian(std::span<const double> values);

// The distance of the quartiles: the width of the middle half. A few wild values do not move it.
double Spread(std::span<const double> values);

// By how much the values rose from the first to the last, in the order given: the median slope over
// all pairs (Theil and Sen) times the steps. 0 for a single value.
double Drift(std::span<const double> values);

}  // namespace coherent::stats

#endif  // COHERENT_LIB_STATS_SUMMARY_H_
