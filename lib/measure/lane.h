// A lane: the CPUs on which one measured process runs alone, and what the machine did meanwhile.
#ifndef COHERENT_LIB_MEASURE_LANE_H_
#define COHERENT_LIB_MEASURE_LANE_H_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::measure {

// `count` CPUs for measuring among the `allowed` ones: the last, since interrupts and housekeeping
// prefer the first. InvalidArgument if there are not so many.
absl::StatusOr<std::vector<int>> ChooseLane(const std::vector<int>& allowed, int count);

// "0,2-3" to {0, 2, 3}.
absl::StatusOr<std::vector<int>> ParseCpuList(absl::string_view text);

// The ids of the threads that process `pid` has now.
absl::StatusOr<std::vector<int>> ThreadsOf(int pid);

// Keeps every thread that process `pid` has now on `cpus`; threads it makes later inherit it.
absl::Status PinProcess(int pid, const std::vector<int>& cpus);

// CPU time of process `pid`, all its threads, until now.
absl::StatusOr<std::chrono::nanoseconds> CpuTimeOf(int pid);

// Time that one CPU has spent since the system started, in ticks.
struct CpuTicks {
  u64 busy = 0;
  u64 idle = 0;
  u64 steal = 0;  // Wanted, but the hypervisor ran something else.
};

// The line of `cpu` in the text of /proc/stat.
absl::StatusOr<CpuTicks> ParseCpuTicks(absl::string_view proc_stat, int cpu);

// What the machine did over a time.
struct LaneReport {
  double busy_percent = 0;   // Of the lane's CPUs, by whomever.
  double steal_percent = 0;  // Of the lane's CPUs.
  double load_before = 0;    // The system's load average of one minute.
  double load_after = 0;
  // The lane's slowest CPU at that moment, where the system tells.
  std::optional<double> mhz_before;
  std::optional<double> mhz_after;

  std::string ToString() const;
};

// Remembers how things stood at its start.
class LaneWatch {
 public:
  static absl::StatusOr<LaneWatch> Start(std::vector<int> cpus);
  absl::StatusOr<LaneReport> Report() const;

 private:
  struct State {
    CpuTicks ticks;  // Of all CPUs of the lane.
    double load = 0;
    std::optional<double> mhz;
  };
  static absl::StatusOr<State> ReadState(const std::vector<int>& cpus);

  LaneWatch(std::vector<int> cpus, const State& start) : cpus_(std::move(cpus)), start_(start) {}

  std::vector<int> cpus_;
  State start_;
};

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_LANE_H_
