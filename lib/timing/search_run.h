// A run in which the positions of a workload are searched.
#ifndef COHERENT_LIB_TIMING_SEARCH_RUN_H_
#define COHERENT_LIB_TIMING_SEARCH_RUN_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/timing/counters.h"
#include "lib/timing/run.h"
#include "lib/timing/workload.h"
#include "lib/uci/client.h"

namespace coherent::timing {

// Whether instructions and cycles are to be counted.
enum class Counting { kOff, kOn };

// An engine that is asked for one position after the other, so that several can take turns.
// Errors name engine, position, command and last lines; an engine that ignores the limit is
// InvalidArgument.
class SearchRun {
 public:
  // Greets the engine, sets Threads and Hash where they are offered and the workload's options, and
  // warms up. `workload` must outlive the run.
  static absl::StatusOr<SearchRun> Start(const Place& place, const Workload& workload,
                                         Counting counting);

  // Searches the workload's next position, after `ucinewgame`; as often as there are positions.
  absl::Status MeasureNext();

  // After the last position: ends the engine and returns what it did.
  absl::StatusOr<RunResult> Finish();

 private:
  SearchRun(const Workload& workload, std::unique_ptr<uci::Client> client)
      : workload_(&workload), client_(std::move(client)) {}

  bool LeavesOut(const BenchPosition& position) const;
  absl::Status SetWhereOffered(const std::string& name, const std::string& value);
  absl::Status SetOptions();
  absl::StatusOr<i64> Search(const BenchPosition& position);
  absl::Status WarmUp();
  absl::Status CheckAndCompare();
  absl::Status End();

  const Workload* workload_;
  std::unique_ptr<uci::Client> client_;
  std::optional<Counters> counters_;
  std::chrono::nanoseconds last_elapsed_ = {};
  std::vector<i64> warm_up_nodes_;  // of the first positions; 0 if left out
  RunResult result_;
};

// One run, all positions in a row; `on_search` is called after each one.
absl::StatusOr<RunResult> RunSearches(const Place& place, const Workload& workload,
                                      Counting counting, const std::function<void()>& on_search);

}  // namespace coherent::timing

#endif  // COHERENT_LIB_TIMING_SEARCH_RUN_H_
