// coherent-bench: what node signature and which node rate engines have. Specified by docs/bench.md.
#ifndef COHERENT_TOOLS_BENCH_BENCH_H_
#define COHERENT_TOOLS_BENCH_BENCH_H_

#include <ostream>

#include "absl/status/status.h"
#include "tools/bench/options.h"

namespace coherent::bench {

// Measures and reports. FailedPrecondition, after the report, if a search by one thread was not
// repeatable or the rate has dropped below the baseline by more than it may.
absl::Status RunBench(const BenchOptions& options, std::ostream& out);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_BENCH_H_
