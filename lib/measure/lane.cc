#include "lib/measure/lane.h"

#include <dirent.h>
#include <sched.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"

namespace coherent::measure {
namespace {

// The CPU's clock in MHz by the kernel's scaling driver, else by /proc/cpuinfo.
std::optional<double> ReadMhz(int cpu) {
  const absl::StatusOr<std::string> scaling =
      ReadFile(absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/cpufreq/scaling_cur_freq"));
  double khz = 0;
  if (scaling.ok() && absl::SimpleAtod(*scaling, &khz)) return khz / 1000;
  const absl::StatusOr<std::string> info = ReadFile("/proc/cpuinfo");
  if (!info.ok()) return std::nullopt;
  bool ours = false;
  for (const absl::string_view line : absl::StrSplit(*info, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    int number = 0;
    if (absl::StartsWith(field.first, "processor") && absl::SimpleAtoi(field.second, &number)) {
      ours = number == cpu;
    }
    double mhz = 0;
    if (ours && absl::StartsWith(field.first, "cpu MHz") && absl::SimpleAtod(field.second, &mhz)) {
      return mhz;
    }
  }
  return std::nullopt;
}

std::string FormatMhz(const std::optional<double>& mhz) {
  return mhz.has_value() ? absl::StrFormat("%.0f", *mhz) : "unknown";
}

}  // namespace

absl::StatusOr<std::vector<int>> ChooseLane(const std::vector<int>& allowed, int count) {
  if (count < 1 || static_cast<size_t>(count) > allowed.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a lane of ", count, " CPUs: ", allowed.size(), " may be used"));
  }
  return std::vector<int>(allowed.end() - count, allowed.end());
}

absl::StatusOr<std::vector<int>> ParseCpuList(absl::string_view text) {
  std::vector<int> cpus;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> range =
        absl::StrSplit(part, absl::MaxSplits('-', 1));
    int first = 0;
    int last = 0;
    const bool is_range = absl::StrContains(part, '-');
    if (!absl::SimpleAtoi(range.first, &first) ||
        !absl::SimpleAtoi(is_range ? range.second : range.first, &last) || first < 0 ||
        last < first || last >= CPU_SETSIZE) {
      return absl::InvalidArgumentError(
          absl::StrCat("CPU list \"", text, "\": found \"", part, "\", expected N or N-M"));
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

absl::StatusOr<std::vector<int>> ThreadsOf(int pid) {
  const std::string path = absl::StrCat("/proc/", pid, "/task");
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(path.c_str()), closedir);
  if (directory == nullptr) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot open"));
  std::vector<int> threads;
  while (const dirent* entry = readdir(directory.get())) {
    int thread = 0;
    if (absl::SimpleAtoi(entry->d_name, &thread)) threads.push_back(thread);
  }
  return threads;
}

absl::Status PinProcess(int pid, const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  ASSIGN_OR_RETURN(const std::vector<int> threads, ThreadsOf(pid));
  for (const int thread : threads) {
    if (sched_setaffinity(thread, sizeof(set), &set) != 0 && errno != ESRCH) {
      return absl::ErrnoToStatus(errno, absl::StrCat("cannot pin thread ", thread));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::chrono::nanoseconds> CpuTimeOf(int pid) {
  clockid_t clock = {};
  timespec time = {};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return absl::UnavailableError(absl::StrCat("process ", pid, ": no CPU time to read"));
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

absl::StatusOr<CpuTicks> ParseCpuTicks(absl::string_view proc_stat, int cpu) {
  const std::string label = absl::StrCat("cpu", cpu);
  for (const absl::string_view line : absl::StrSplit(proc_stat, '\n')) {
    const std::vector<absl::string_view> fields = absl::StrSplit(line, ' ');
    if (fields[0] != label) continue;
    // user nice system idle iowait irq softirq steal; guest time is in user already.
    constexpr size_t kColumns = 8;
    u64 ticks[kColumns] = {};
    if (fields.size() <= kColumns) break;
    bool good = true;
    for (size_t i = 0; i < kColumns; ++i) good &= absl::SimpleAtoi(fields[i + 1], &ticks[i]);
    if (!good) break;
    return CpuTicks{.busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6],
                    .idle = ticks[3] + ticks[4],
                    .steal = ticks[7]};
  }
  return absl::InvalidArgumentError(absl::StrCat("/proc/stat: no times of CPU ", cpu));
}

std::string LaneReport::ToString() const {
  return absl::StrFormat(
      "lane busy %.1f %%, stolen %.1f %%; load %.2f before, %.2f after; MHz %s before, %s after",
      busy_percent, steal_percent, load_before, load_after, FormatMhz(mhz_before),
      FormatMhz(mhz_after));
}

absl::StatusOr<LaneWatch::State> LaneWatch::ReadState(const std::vector<int>& cpus) {
  State state;
  ASSIGN_OR_RETURN(const std::string load, ReadFile("/proc/loadavg"));
  if (!absl::SimpleAtod(absl::string_view(load).substr(0, load.find(' ')), &state.load)) {
    return absl::InvalidArgumentError(absl::StrCat("/proc/loadavg: found \"", load, "\""));
  }
  ASSIGN_OR_RETURN(const std::string stat, ReadFile("/proc/stat"));
  for (const int cpu : cpus) {
    ASSIGN_OR_RETURN(const CpuTicks ticks, ParseCpuTicks(stat, cpu));
    state.ticks.busy += ticks.busy;
    state.ticks.idle += ticks.idle;
    state.ticks.steal += ticks.steal;
    const std::optional<double> mhz = ReadMhz(cpu);
    if (mhz.has_value()) state.mhz = std::min(*mhz, state.mhz.value_or(*mhz));
  }
  return state;
}

absl::StatusOr<LaneWatch> LaneWatch::Start(std::vector<int> cpus) {
  ASSIGN_OR_RETURN(const State start, ReadState(cpus));
  return LaneWatch(std::move(cpus), start);
}

absl::StatusOr<LaneReport> LaneWatch::Report() const {
  ASSIGN_OR_RETURN(const State now, ReadState(cpus_));
  const auto busy = static_cast<double>(now.ticks.busy - start_.ticks.busy);
  const auto idle = static_cast<double>(now.ticks.idle - start_.ticks.idle);
  const auto steal = static_cast<double>(now.ticks.steal - start_.ticks.steal);
  const double all = std::max(1.0, busy + idle + steal);
  return LaneReport{.busy_percent = 100 * busy / all,
                    .steal_percent = 100 * steal / all,
                    .load_before = start_.load,
                    .load_after = now.load,
                    .mhz_before = start_.mhz,
                    .mhz_after = now.mhz};
}

}  // namespace coherent::measure
