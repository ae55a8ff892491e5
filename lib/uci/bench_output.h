// The node count at the end of what an engine's `bench` prints, in the forms engines use.
#ifndef COHERENT_LIB_UCI_BENCH_OUTPUT_H_
#define COHERENT_LIB_UCI_BENCH_OUTPUT_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::uci {

struct BenchTotal {
  u64 nodes = 0;
  std::optional<u64> nps;  // where the engine says so

  friend bool operator==(const BenchTotal&, const BenchTotal&) = default;
};

// Finds the one summary in the whole output: "N nodes M nps", or "Nodes searched: N", "Nodes: N"
// (blanks and case are free) with "Nodes/second: M" or "NPS: M". NotFound where there is none,
// InvalidArgument where there are two: then no number can be trusted.
absl::StatusOr<BenchTotal> ParseBenchOutput(absl::string_view output);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_BENCH_OUTPUT_H_
