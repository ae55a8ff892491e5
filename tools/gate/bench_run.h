// The node count of an engine's bench: `ENGINE bench` as a process of its own.
#ifndef COHERENT_TOOLS_GATE_BENCH_RUN_H_
#define COHERENT_TOOLS_GATE_BENCH_RUN_H_

#include <chrono>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::gate {

// Runs the program with the words of `command` as its arguments. NotFound if it ends in good order
// and without one node total: then it has no such bench. A crash, `info string error` or no end by
// the deadline is a technical error. `role` is how errors call the engine.
absl::StatusOr<u64> RunBench(absl::string_view role, const std::string& program,
                             absl::string_view command, std::chrono::milliseconds timeout);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_BENCH_RUN_H_
