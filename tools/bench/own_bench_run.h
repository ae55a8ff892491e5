// A run of the bench that an engine brings along.
#ifndef COHERENT_TOOLS_BENCH_OWN_BENCH_RUN_H_
#define COHERENT_TOOLS_BENCH_OWN_BENCH_RUN_H_

#include <chrono>
#include <string>

#include "absl/status/statusor.h"
#include "lib/timing/run.h"

namespace coherent::bench {

// Runs the program with the words of `command` as arguments until it ends, and takes the one total
// it prints. No total or two, and a total or a rate of 0, are Internal errors.
absl::StatusOr<timing::RunResult> RunOwnBench(const timing::Place& place,
                                              const std::string& command,
                                              std::chrono::milliseconds timeout);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_OWN_BENCH_RUN_H_
