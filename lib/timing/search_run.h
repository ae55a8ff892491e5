// A run in which the positions of a workload are searched.
#ifndef COHERENT_LIB_TIMING_SEARCH_RUN_H_
#define COHERENT_LIB_TIMING_SEARCH_RUN_H_

#include <functional>

#include "absl/status/statusor.h"
#include "lib/timing/run.h"
#include "lib/timing/workload.h"

namespace coherent::timing {

// Whether instructions and cycles are to be counted.
enum class Counting { kOff, kOn };

// Greets the engine, sets Threads and Hash where they are offered and the workload's options, warms
// up, and searches every position, each after `ucinewgame`. `on_search` is called after each one.
// Errors name engine, position, command and last lines; an engine that ignores the limit is
// InvalidArgument.
absl::StatusOr<RunResult> RunSearches(const Place& place, const Workload& workload,
                                      Counting counting, const std::function<void()>& on_search);

}  // namespace coherent::timing

#endif  // COHERENT_LIB_TIMING_SEARCH_RUN_H_
