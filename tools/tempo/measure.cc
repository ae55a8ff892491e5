#include "tools/tempo/measure.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/cpu.h"
#include "lib/base/progress.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/chess/position.h"
#include "lib/measure/arrange.h"
#include "lib/measure/lane.h"
#include "lib/measure/records.h"
#include "lib/measure/relink.h"
#include "lib/timing/counters.h"
#include "lib/timing/run.h"
#include "lib/timing/search_run.h"
#include "lib/timing/workload.h"
#include "tools/tempo/scratch_directory.h"
#include "tools/tempo/workload.h"

namespace coherent::tempo {
namespace {

i64 Nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

size_t GroupOf(const timing::BenchPosition& position) {
  const int men = position.position.occupied().Count();
  size_t group = 0;
  while (men < kLeastMen[group]) ++group;
  return group;
}

void FillIn(ArmRecord& record, const timing::Workload& workload, const timing::RunResult& result) {
  record.all = {result.nodes, Nanoseconds(result.seconds)};
  for (size_t i = 0; i < workload.positions.size(); ++i) {
    Work& group = record.groups[GroupOf(workload.positions[i])];
    group.nodes += result.position_nodes[i];
    group.wall_ns += Nanoseconds(result.position_seconds[i]);
  }
  record.cpu_ns = Nanoseconds(result.cpu_seconds);
  if (result.counts.has_value()) record.instructions = result.counts->instructions;
  record.tree = Sha256Hex(absl::StrJoin(result.position_nodes, " "));
  record.start_up_us = std::llround(result.start_up_seconds * 1e6);
  record.peak_memory_kib = result.peak_memory_kib;
  record.huge_memory_kib = result.huge_memory_kib;
  record.final_counts = result.final_counts;
}

struct Measurement {
  const measure::HashedPlan& hashed;
  const measure::Plan& plan = hashed.plan;
  std::string log;
  timing::Workload workload;
  timing::Counting counting = timing::Counting::kOff;
};

// What went wrong with an arm on a lane, or nothing.
absl::Status OfArm(const measure::Plan& plan, size_t lane, const std::string& arm,
                   const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(arm, " (", plan.FileOf(arm).path, "), lane ",
                                                  plan.lanes[lane].name, ": ", status.message()));
}

// Takes the run's result and adds what the process has used, warm-up and all, to `used_seconds`.
absl::Status FinishArm(const Measurement& measurement, timing::SearchRun& run, ArmRecord& record,
                       double& used_seconds) {
  ASSIGN_OR_RETURN(const timing::RunResult result, run.Finish());
  if (!result.unrepeated.empty()) {
    return absl::InternalError(
        absl::StrCat("does not search position ", result.unrepeated[0], " the same way twice"));
  }
  used_seconds += result.process_cpu_seconds;
  FillIn(record, measurement.workload, result);
  return absl::OkStatus();
}

// Some arms of a lane, as they take turns in their order: each is asked for a position, then each
// for the next one. Only one of them ever works.
absl::Status MeasureArms(const Measurement& measurement, size_t lane, const measure::Draw& draw,
                         std::span<const std::string> programs, std::span<ArmRecord> arms,
                         double& used_seconds) {
  const measure::Plan& plan = measurement.plan;
  std::vector<timing::SearchRun> runs;
  const auto failed = [&](size_t arm, const absl::Status& status) {
    return OfArm(plan, lane, arms[arm].arm, status);
  };
  for (size_t i = 0; i < arms.size(); ++i) {
    const timing::Place place{programs[i], plan.lanes[lane].cpus,
                              measure::EnvironmentOf(draw, plan.kit.environment),
                              draw.fixed_addresses};
    absl::StatusOr<timing::SearchRun> run =
        timing::SearchRun::Start(place, measurement.workload, measurement.counting);
    RETURN_IF_ERROR(failed(i, run.status()));
    runs.push_back(*std::move(run));
  }
  for (size_t position = 0; position < measurement.workload.positions.size(); ++position) {
    for (size_t i = 0; i < runs.size(); ++i) RETURN_IF_ERROR(failed(i, runs[i].MeasureNext()));
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    RETURN_IF_ERROR(failed(i, FinishArm(measurement, runs[i], arms[i], used_seconds)));
  }
  return absl::OkStatus();
}

// The share of the lane's time that somebody else had.
double ForeignPercent(const measure::LaneReport& report, double used_seconds, double lane_seconds) {
  return std::max(0.0,
                  report.busy_percent + report.steal_percent - 100 * used_seconds / lane_seconds);
}

// A lane before its programs start. All lanes are prepared first: a program that is being written
// while another one starts could not be run.
struct PreparedLane {
  LaneRecord record;
  std::vector<std::string> programs;  // of the record's arms
};

// The bytes of an arm's program under a draw.
absl::StatusOr<std::string> ProgramOf(const measure::Plan& plan, const std::string& arm,
                                      const measure::Draw& draw, const std::string& directory) {
  ASSIGN_OR_RETURN(std::string bytes, measure::ReadPlanned(plan.FileOf(arm)));
  if (plan.kit.link.empty()) return bytes;
  return measure::Relink(draw, plan.kit.link, bytes, directory);
}

absl::StatusOr<PreparedLane> PrepareLane(const Measurement& measurement, size_t run, i64 phase,
                                         size_t lane, const std::string& directory) {
  const measure::Plan& plan = measurement.plan;
  PreparedLane prepared;
  prepared.record.lane = plan.lanes[lane].name;
  const measure::Draw draw = measure::DrawFor(measurement.hashed.sha256, plan.runs[run],
                                              static_cast<int>(phase), prepared.record.lane);
  prepared.record.draw = draw;
  prepared.record.environment_sha256 =
      Sha256Hex(absl::StrJoin(measure::EnvironmentOf(draw, plan.kit.environment), "\n"));
  for (const std::string& arm : plan.orders[run][lane]) {
    ASSIGN_OR_RETURN(const std::string bytes, ProgramOf(plan, arm, draw, directory));
    ASSIGN_OR_RETURN(
        prepared.programs.emplace_back(),
        measure::WriteCopy(draw, static_cast<int>(prepared.programs.size()), directory, bytes));
    ArmRecord& record = prepared.record.arms.emplace_back();
    record.arm = arm;
    record.program_sha256 = Sha256Hex(bytes);
    record.program_bytes = static_cast<i64>(bytes.size());
  }
  return prepared;
}

absl::StatusOr<LaneRecord> MeasureLane(const Measurement& measurement, size_t lane,
                                       PreparedLane prepared) {
  const measure::Plan& plan = measurement.plan;
  const measure::PlannedLane& place = plan.lanes[lane];
  LaneRecord record = std::move(prepared.record);
  ASSIGN_OR_RETURN(const measure::LaneWatch watch, measure::LaneWatch::Start(place.cpus));
  const Clock::time_point start = Clock::now();
  double used_seconds = 0;
  const size_t together = plan.turns == measure::kTurnsOfPositions ? record.arms.size() : 1;
  for (size_t i = 0; i < record.arms.size(); i += together) {
    RETURN_IF_ERROR(MeasureArms(measurement, lane, record.draw,
                                std::span(prepared.programs).subspan(i, together),
                                std::span(record.arms).subspan(i, together), used_seconds));
  }
  ASSIGN_OR_RETURN(const measure::LaneReport report, watch.Report());
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  record.foreign_percent =
      ForeignPercent(report, used_seconds, seconds * static_cast<double>(place.cpus.size()));
  record.marked = record.foreign_percent > plan.foreign_percent;
  record.steal_percent = report.steal_percent;
  record.load_before = report.load_before;
  record.load_after = report.load_after;
  record.mhz_before = report.mhz_before;
  record.mhz_after = report.mhz_after;
  if (record.marked && plan.stop_when_foreign) {
    return absl::UnavailableError(absl::StrCat("lane ", place.name, ": others had ",
                                               std::lround(record.foreign_percent),
                                               " % of it, the plan allows ", plan.foreign_percent));
  }
  return record;
}

// Calls `measure` for every lane, at once or by turns.
void ForEachLane(const measure::Plan& plan, const std::function<void(size_t)>& measure) {
  std::vector<std::thread> threads;
  for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
    if (plan.side_by_side) {
      threads.emplace_back(measure, lane);
    } else {
      measure(lane);
    }
  }
  for (std::thread& thread : threads) thread.join();
}

absl::StatusOr<PhaseRecord> MeasurePhase(const Measurement& measurement, size_t run, i64 phase) {
  const measure::Plan& plan = measurement.plan;
  PhaseRecord record;
  record.run = plan.runs[run];
  record.phase = phase;
  record.began_s = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  std::vector<PreparedLane> prepared;
  std::vector<std::unique_ptr<ScratchDirectory>> directories;
  for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
    directories.push_back(
        std::make_unique<ScratchDirectory>(absl::StrCat(measurement.log, ".copies.", lane)));
    ASSIGN_OR_RETURN(prepared.emplace_back(),
                     PrepareLane(measurement, run, phase, lane, directories.back()->path()));
  }
  std::vector<absl::StatusOr<LaneRecord>> lanes(plan.lanes.size());
  ForEachLane(plan, [&](size_t lane) {
    lanes[lane] = MeasureLane(measurement, lane, std::move(prepared[lane]));
  });
  for (absl::StatusOr<LaneRecord>& lane : lanes) {
    ASSIGN_OR_RETURN(record.lanes.emplace_back(), std::move(lane));
  }
  return record;
}

// The process that measures reads what the engines print: not on their lanes, if there is another
// CPU. Not having the lanes at all is a technical stop.
absl::Status TakePlaces(const measure::Plan& plan) {
  ASSIGN_OR_RETURN(const std::vector<int> allowed, AllowedCpus());
  std::vector<int> others = allowed;
  for (const measure::PlannedLane& lane : plan.lanes) {
    for (const int cpu : lane.cpus) {
      if (std::find(allowed.begin(), allowed.end(), cpu) == allowed.end()) {
        return absl::UnavailableError(
            absl::StrCat("lane ", lane.name, ": CPU ", cpu, " may not be used"));
      }
      others.erase(std::remove(others.begin(), others.end(), cpu), others.end());
    }
  }
  return others.empty() ? absl::OkStatus() : measure::PinProcess(getpid(), others);
}

absl::Status CheckFiles(const measure::Plan& plan) {
  std::vector<const measure::PlannedFile*> files = plan.Programs();
  files.push_back(&plan.kit.positions);
  for (const measure::PlannedFile& file : plan.kit.files) files.push_back(&file);
  for (const measure::PlannedFile* const file : files) {
    RETURN_IF_ERROR(measure::ReadPlanned(*file).status());
  }
  return CheckTool(plan);
}

absl::Status MeasureRest(Measurement& measurement, measure::RecordLog& log, History& history) {
  const measure::Plan& plan = measurement.plan;
  const i64 count = static_cast<i64>(plan.runs.size()) * plan.phases;
  Progress progress(count, "phases");
  progress.Advance(static_cast<i64>(history.phases.size()));
  for (i64 i = static_cast<i64>(history.phases.size()); i < count; ++i) {
    const auto run = static_cast<size_t>(i / plan.phases);
    const i64 phase = i % plan.phases + 1;
    absl::StatusOr<PhaseRecord> record = MeasurePhase(measurement, run, phase);
    absl::Status status = record.status();
    if (status.ok()) {
      status = CheckTrees(*record, history.phases.empty() ? *record : history.phases.front());
    }
    if (status.ok() && phase == plan.phases) status = CheckFiles(plan);
    if (!status.ok()) {
      RETURN_IF_ERROR(log.Append(StopRecord(plan.runs[run], phase, status.message())));
      return absl::AbortedError(absl::StrCat("technical stop: ", status.message()));
    }
    RETURN_IF_ERROR(log.Append(ToJson(*record)));
    history.phases.push_back(*std::move(record));
    progress.Advance();
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<History> Measure(const measure::HashedPlan& plan, absl::string_view anchor,
                                const std::string& log_path) {
  ASSIGN_OR_RETURN(measure::RecordLog log, measure::RecordLog::Open(log_path, anchor));
  ASSIGN_OR_RETURN(History history, ReadHistory(plan.plan, log.records()));
  if (!history.stop.empty()) {
    return absl::AbortedError(
        absl::StrCat(log_path, ": ended by a technical stop: ", history.stop));
  }
  RETURN_IF_ERROR(CheckFiles(plan.plan));
  Measurement measurement{.hashed = plan, .log = log_path};
  ASSIGN_OR_RETURN(measurement.workload, WorkloadOf(plan.plan.kit));
  if (timing::CanCount().ok()) measurement.counting = timing::Counting::kOn;
  RETURN_IF_ERROR(TakePlaces(plan.plan));
  RETURN_IF_ERROR(MeasureRest(measurement, log, history));
  history.head = log.records().head;
  return history;
}

measure::Plan WholePlan(const measure::Plan& plan) {
  measure::Plan whole = plan;
  whole.components = {{"whole", plan.base, {}}};
  whole.control = false;
  for (auto& orders : whole.orders) {
    for (std::vector<std::string>& order : orders) {
      const auto first = std::find(order.begin(), order.end(), plan.components[0].name);
      const bool later = std::find(first, order.end(), "bundle") != order.end();
      order = later ? std::vector<std::string>{"whole", "bundle"}
                    : std::vector<std::string>{"bundle", "whole"};
    }
  }
  return whole;
}

std::string WholeAnchor(const measure::HashedPlan& plan) {
  return Sha256Hex(absl::StrCat(plan.sha256, "\nwhole"));
}

}  // namespace coherent::tempo
