#include "tools/gate/setup.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/cpu.h"
#include "lib/base/int.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"

namespace coherent::gate {
namespace {

constexpr size_t kQuickPositions = 32;

absl::Status CheckRange(absl::string_view flag, i64 value, i64 min, i64 max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": found ", value, ", expected ", min, " to ", max));
}

}  // namespace

absl::Status CheckNumbers(const GateOptions& options) {
  RETURN_IF_ERROR(CheckRange("--nodes", options.nodes, 1, i64{1} << 40));
  RETURN_IF_ERROR(CheckRange("--depth", options.depth, 1, 1000));
  RETURN_IF_ERROR(CheckRange("--hash", options.hash_mib, 1, i64{1} << 24));
  RETURN_IF_ERROR(CheckRange("--threads", options.threads, 1, 4096));
  RETURN_IF_ERROR(CheckRange("--jobs", options.jobs, 0, 4096));
  RETURN_IF_ERROR(CheckRange("--repeat", options.repeat, 1, 100));
  if (options.timeout_s > 0 && options.timeout_s <= 1e6) return absl::OkStatus();
  return absl::InvalidArgumentError("--timeout: expected seconds, more than 0 and at most 1000000");
}

absl::StatusOr<Settings> SettingsFrom(const GateOptions& options) {
  RETURN_IF_ERROR(CheckNumbers(options));
  Settings settings;
  if (options.stages.has_value()) {
    ASSIGN_OR_RETURN(settings.stages, ParseStages(*options.stages));
  }
  settings.nodes = options.nodes;
  settings.depth = options.depth;
  settings.hash_mib = options.hash_mib;
  settings.threads = options.threads;
  settings.bench_command = options.bench_command;
  settings.ignored_fields.insert(options.ignored_fields.begin(), options.ignored_fields.end());
  return settings;
}

absl::StatusOr<PositionSet> PositionsFrom(const GateOptions& options) {
  ASSIGN_OR_RETURN(PositionSet positions,
                   ReadPositions(options.positions.value_or(kDefaultPositions)));
  ThinIfQuick(options, &positions);
  return positions;
}

void ThinIfQuick(const GateOptions& options, PositionSet* positions) {
  if (options.quick) Thin(kQuickPositions, positions);
}

absl::StatusOr<Engine> FindEngine(absl::string_view role, const std::string& program,
                                  const GateOptions& options,
                                  const std::vector<EngineOption>& own_options) {
  Engine engine;
  engine.spec.role = std::string(role);
  ASSIGN_OR_RETURN(engine.spec.program, FindProgram(program));
  ASSIGN_OR_RETURN(engine.sha256, Sha256HexOfFile(engine.spec.program));
  engine.spec.timeout = std::chrono::milliseconds(static_cast<i64>(options.timeout_s * 1000));
  ASSIGN_OR_RETURN(engine.spec.options, ParseEngineOptions(options.options));
  engine.spec.options.insert(engine.spec.options.end(), own_options.begin(), own_options.end());
  return engine;
}

absl::StatusOr<std::vector<EngineOption>> ParseEngineOptions(
    const std::vector<std::string>& texts) {
  std::vector<EngineOption> options;
  for (const std::string& text : texts) {
    ASSIGN_OR_RETURN(EngineOption option, ParseEngineOption(text));
    options.push_back(std::move(option));
  }
  return options;
}

absl::StatusOr<int> JobsFrom(const GateOptions& options, int processes_a_job) {
  if (options.jobs > 0) return options.jobs;
  ASSIGN_OR_RETURN(const std::vector<int> cpus, AllowedCpus());
  return std::max(1, static_cast<int>(cpus.size()) / processes_a_job);
}

Report NewReport(const Settings& settings, PositionSet positions, int jobs) {
  Report report;
  report.settings = settings;
  report.positions = std::move(positions);
  report.jobs = jobs;
  for (const Stage stage : kStages) {
    StageReport stage_report;
    stage_report.stage = stage;
    if (settings.stages.count(stage) != 0) {
      stage_report.status = StageReport::Status::kNotCompared;
      stage_report.reason = "the run ended before";
      stage_report.planned =
          stage == Stage::kBench ? 1 : static_cast<i64>(report.positions.positions.size());
    }
    report.stages.push_back(stage_report);
  }
  return report;
}

void Describe(const Engine& engine, const EngineRun::Start& start, EngineReport* report) {
  report->program = engine.spec.program;
  report->sha256 = engine.sha256;
  report->name = start.greeting.name;
  report->options = start.options;
}

}  // namespace coherent::gate
