// What a measurement says: rates in short, and ratios of engines pair by pair.
#ifndef COHERENT_TOOLS_BENCH_COMPARISON_H_
#define COHERENT_TOOLS_BENCH_COMPARISON_H_

#include <optional>
#include <span>
#include <vector>

#include "lib/stats/sign_test.h"
#include "tools/bench/measurement.h"

namespace coherent::bench {

inline constexpr double kConfidence = 0.95;

struct Digest {
  double median = 0;
  double spread_percent = 0;  // Of the middle half of the values, by the median.
  double drift_percent = 0;   // From the first to the last, by the median.
  std::optional<stats::MedianInterval> interval;  // Of the median; it takes 6 values.
};

Digest DigestOf(std::span<const double> values);

// How much faster one engine is than another, run by run.
struct Ratio {
  std::vector<double> pairs;
  Digest digest;

  // Whether the interval leaves out 1.
  bool ShowsDifference() const;
};

// Of `engine`'s rates by those of `base` in the same round, by wall time or by CPU time; none if
// some run used no CPU time that could be seen.
Ratio WallRatio(const EngineMeasurement& engine, const EngineMeasurement& base);
std::optional<Ratio> CpuRatio(const EngineMeasurement& engine, const EngineMeasurement& base);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_COMPARISON_H_
