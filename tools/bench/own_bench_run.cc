#include "tools/bench/own_bench_run.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/measure/lane.h"
#include "lib/uci/bench_output.h"

namespace coherent::bench {
namespace {

constexpr size_t kShownLines = 8;

// A process that runs an engine's own bench, and what it printed.
class OwnBench {
 public:
  OwnBench(std::vector<std::string> argv, std::unique_ptr<Subprocess> process)
      : argv_(std::move(argv)), process_(std::move(process)) {}

  absl::StatusOr<ExitStatus> RunToEnd(Deadline deadline) {
    // For an engine that takes no notice of its arguments and waits for commands.
    process_->Write("quit\n", deadline).IgnoreError();
    absl::StatusOr<std::string> line;
    while ((line = process_->ReadLine(deadline)).ok()) {
      lines_.push_back(*line);
      if (absl::StartsWithIgnoreCase(*line, "info string error")) {
        return Error(absl::StatusCode::kInternal, "the engine reports an error");
      }
    }
    if (!absl::IsOutOfRange(line.status())) {
      return Error(line.status().code(), line.status().message());
    }
    absl::StatusOr<ExitStatus> exit = process_->Wait(deadline);
    if (!exit.ok()) return Error(exit.status().code(), "has closed its output and does not end");
    if (!exit->ok()) return Error(absl::StatusCode::kUnavailable, exit->ToString());
    return exit;
  }

  // Some engines print their total on stderr.
  std::string Output() const {
    return absl::StrCat(absl::StrJoin(lines_, "\n"), "\n", process_->stderr_tail());
  }

  absl::Status Error(absl::StatusCode code, absl::string_view what) const {
    const size_t shown = std::min(lines_.size(), kShownLines);
    return {code,
            absl::StrCat(absl::StrJoin(argv_, " "), ": ", what, "\n  last lines received:\n    ",
                         absl::StrJoin(lines_.end() - static_cast<std::ptrdiff_t>(shown),
                                       lines_.end(), "\n    "),
                         "\n  end of its stderr:\n", process_->stderr_tail())};
  }

 private:
  std::vector<std::string> argv_;
  std::unique_ptr<Subprocess> process_;
  std::vector<std::string> lines_;
};

}  // namespace

absl::StatusOr<timing::RunResult> RunOwnBench(const timing::Place& place,
                                              const std::string& command,
                                              std::chrono::milliseconds timeout) {
  std::vector<std::string> argv = {place.program};
  for (const absl::string_view word : absl::StrSplit(command, ' ', absl::SkipEmpty())) {
    argv.emplace_back(word);
  }
  const Clock::time_point start = Clock::now();
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process,
                   Subprocess::Start({.argv = argv, .cpu = place.cpus.front()}));
  if (place.cpus.size() > 1) {
    RETURN_IF_ERROR(measure::PinProcess(process->pid(), place.cpus));
  }
  OwnBench bench(argv, std::move(process));
  ASSIGN_OR_RETURN(const ExitStatus exit, bench.RunToEnd(start + timeout));
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  const absl::StatusOr<uci::BenchTotal> total = uci::ParseBenchOutput(bench.Output());
  if (!total.ok()) return bench.Error(absl::StatusCode::kInternal, total.status().message());
  if (total->nodes < 1 || total->nps == u64{0}) {
    return bench.Error(absl::StatusCode::kInternal, "a total or a rate of 0");
  }
  timing::RunResult result;
  result.nodes = static_cast<i64>(total->nodes);
  result.seconds = elapsed.count();
  result.cpu_seconds = std::chrono::duration<double>(exit.cpu_time).count();
  if (total->nps.has_value()) result.reported_nps = static_cast<i64>(*total->nps);
  return result;
}

}  // namespace coherent::bench
