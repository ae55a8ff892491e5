// The command line of coherent-bench.
#ifndef COHERENT_TOOLS_BENCH_FLAGS_H_
#define COHERENT_TOOLS_BENCH_FLAGS_H_

#include <CLI/CLI.hpp>

#include "tools/bench/options.h"

namespace coherent::bench {

// `options` has to outlive `app`.
void AddFlags(CLI::App& app, BenchOptions& options);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_FLAGS_H_
