// One engine at work on all suites: several processes of it search the positions side by side.
#ifndef COHERENT_TOOLS_SUITE_ENGINE_RUN_H_
#define COHERENT_TOOLS_SUITE_ENGINE_RUN_H_

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "tools/suite/judge.h"
#include "tools/suite/positions.h"

namespace coherent::suite {

// The same for all engines.
struct Work {
  std::string limit;         // as after `go`: "nodes 100000"
  std::optional<i64> nodes;  // if that is what limits
  bool stop_at_nodes = false;
  i64 hash_mib = 16;  // this and the next are set where they are offered
  i64 threads = 1;
  std::vector<std::pair<std::string, std::string>> options;
  int jobs = 1;
  std::chrono::milliseconds timeout = {};
};

// What an engine says of itself.
struct EngineGreeting {
  std::string name;
  std::vector<std::string> not_offered;  // of Hash and Threads
};

// Starts the engine, sets its options and tries its limit out, so that what cannot work is found
// before hours of work. InvalidArgument if an option is not offered or `go nodes` is not heeded.
absl::StatusOr<EngineGreeting> TryEngine(const std::string& program,
                                         const std::vector<Suite>& suites, const Work& work);

// Searches every position from a cleared engine, position number i, counted through all suites, in
// process i mod jobs. `on_search` is called after each, by several threads. An error names the
// engine and the position.
absl::StatusOr<std::vector<std::vector<Judgement>>> RunEngine(
    const std::string& program, const std::vector<Suite>& suites, const Work& work,
    const std::function<void()>& on_search);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_ENGINE_RUN_H_
