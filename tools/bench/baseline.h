// An earlier report to be held to.
#ifndef COHERENT_TOOLS_BENCH_BASELINE_H_
#define COHERENT_TOOLS_BENCH_BASELINE_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "tools/bench/measurement.h"

namespace coherent::bench {

// What every JSON report names first. It changes where a reader of the old one would go wrong.
inline constexpr char kSchema[] = "coherent-bench/1";

// An earlier result of one engine.
struct Baseline {
  std::string path;
  std::string sha256;  // of the file
  std::string cpu_model;
  std::string work;  // everything that has to be the same
  std::optional<i64> signature;
  double rate = 0;  // median of EngineMeasurement::SteadyRates
};

// What the engines had to do, in one text: rates of different work do not compare.
std::string DescribeWork(const Measurement& measurement);

// Reads a JSON report of one engine.
absl::StatusOr<Baseline> ReadBaseline(absl::string_view path);

// By how much the steady rate of the only engine is below the baseline's, in percent; negative if
// it is above. InvalidArgument if the work was another.
absl::StatusOr<double> DropFrom(const Baseline& baseline, const Measurement& measurement);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_BASELINE_H_
