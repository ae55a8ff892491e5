#include "lib/timing/counters.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"
#include "lib/measure/lane.h"

namespace coherent::timing {
namespace {

absl::StatusOr<UniqueFd> OpenCounter(int thread, u64 event) {
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const long fd = syscall(SYS_perf_event_open, &attributes, thread, /*cpu=*/-1, /*group_fd=*/-1,
                          PERF_FLAG_FD_CLOEXEC);
  if (fd < 0) {
    return absl::UnavailableError(absl::StrCat("perf_event_open: ", std::strerror(errno)));
  }
  return UniqueFd(static_cast<int>(fd));
}

absl::StatusOr<double> ReadSum(const std::vector<UniqueFd>& counters) {
  double sum = 0;
  for (const UniqueFd& counter : counters) {
    struct {
      u64 count;
      u64 time_enabled;
      u64 time_running;
    } value = {};
    if (read(counter.get(), &value, sizeof(value)) != sizeof(value)) {
      return absl::UnavailableError(absl::StrCat("perf counter: ", std::strerror(errno)));
    }
    if (value.time_running == 0) continue;  // That thread has not run.
    // Where there are more events than registers, each counts only part of the time.
    sum += static_cast<double>(value.count) * static_cast<double>(value.time_enabled) /
           static_cast<double>(value.time_running);
  }
  return sum;
}

}  // namespace

absl::StatusOr<Counters> Counters::Attach(int pid) {
  ASSIGN_OR_RETURN(const std::vector<int> threads, measure::ThreadsOf(pid));
  Counters counters;
  for (const int thread : threads) {
    ASSIGN_OR_RETURN(counters.instructions_.emplace_back(),
                     OpenCounter(thread, PERF_COUNT_HW_INSTRUCTIONS));
    ASSIGN_OR_RETURN(counters.cycles_.emplace_back(),
                     OpenCounter(thread, PERF_COUNT_HW_CPU_CYCLES));
  }
  return counters;
}

absl::StatusOr<Counts> Counters::Read() const {
  Counts counts;
  ASSIGN_OR_RETURN(counts.instructions, ReadSum(instructions_));
  ASSIGN_OR_RETURN(counts.cycles, ReadSum(cycles_));
  return counts;
}

absl::Status CanCount() {
  ASSIGN_OR_RETURN(const Counters counters, Counters::Attach(getpid()));
  return counters.Read().status();
}

}  // namespace coherent::timing
