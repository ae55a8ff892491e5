#include "tools/gate/bench_run.h"

#include <deque>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/uci/bench_output.h"

namespace coherent::gate {
namespace {

// A total stands at the end: of a longer output only so much is kept.
constexpr size_t kKeptLines = 10'000;
constexpr size_t kShownLines = 8;

std::string LastOf(const std::deque<std::string>& lines) {
  const size_t skipped = lines.size() - std::min(lines.size(), kShownLines);
  return absl::StrJoin(lines.begin() + static_cast<std::ptrdiff_t>(skipped), lines.end(), "\n    ");
}

}  // namespace

absl::StatusOr<u64> RunBench(absl::string_view role, const std::string& program,
                             absl::string_view command, std::chrono::milliseconds timeout) {
  std::vector<std::string> argv = {program};
  for (const absl::string_view word : absl::StrSplit(command, ' ', absl::SkipEmpty())) {
    argv.emplace_back(word);
  }
  const Deadline deadline = In(timeout);
  ASSIGN_OR_RETURN(
      const std::unique_ptr<Subprocess> process,
      Subprocess::Start({.argv = argv, .cpu = std::nullopt, .environment_overrides = {}}));
  std::deque<std::string> lines;
  const auto error = [&](absl::StatusCode code, absl::string_view what) {
    return absl::Status(code, absl::StrCat(role, " (", program, "): ", what,
                                           "\n  run as: ", absl::StrJoin(argv, " "),
                                           "\n  last lines received:\n    ", LastOf(lines),
                                           "\n  end of its stderr:\n", process->stderr_tail()));
  };
  // For an engine that takes no notice of its arguments and waits for commands.
  process->Write("quit\n", deadline).IgnoreError();
  absl::StatusOr<std::string> line;
  while ((line = process->ReadLine(deadline)).ok()) {
    if (absl::StartsWithIgnoreCase(*line, "info string error")) {
      return error(absl::StatusCode::kInternal, *line);
    }
    lines.push_back(*std::move(line));
    if (lines.size() > kKeptLines) lines.pop_front();
  }
  if (!absl::IsOutOfRange(line.status())) return error(line.status().code(), "bench does not end");
  const absl::StatusOr<ExitStatus> exit = process->Wait(deadline);
  if (!exit.ok()) return error(exit.status().code(), "bench does not end");
  if (!exit->ok()) return error(absl::StatusCode::kUnavailable, exit->ToString());
  const absl::StatusOr<uci::BenchTotal> total =
      uci::ParseBenchOutput(absl::StrCat(absl::StrJoin(lines, "\n"), "\n", process->stderr_tail()));
  if (!total.ok()) return absl::NotFoundError(absl::StrCat(role, ": ", total.status().message()));
  return total->nodes;
}

}  // namespace coherent::gate
