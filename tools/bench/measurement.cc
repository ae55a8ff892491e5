#include "tools/bench/measurement.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "lib/base/cpu.h"
#include "lib/base/progress.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/timing/counters.h"
#include "lib/timing/search_run.h"
#include "tools/bench/own_bench_run.h"

namespace coherent::bench {
namespace {

absl::StatusOr<EngineMeasurement> FindEngine(const std::string& name) {
  EngineMeasurement engine;
  ASSIGN_OR_RETURN(engine.program, FindProgram(name));
  ASSIGN_OR_RETURN(engine.attributes, ReadFileAttributes(engine.program));
  ASSIGN_OR_RETURN(engine.sha256, Sha256HexOfFile(engine.program));
  return engine;
}

absl::StatusOr<std::vector<int>> FindCpus(const BenchOptions& options,
                                          const std::vector<int>& allowed) {
  const auto threads = static_cast<int>(options.threads);
  if (options.cpus.empty()) return measure::ChooseLane(allowed, threads);
  ASSIGN_OR_RETURN(std::vector<int> cpus, measure::ParseCpuList(options.cpus));
  if (!std::includes(allowed.begin(), allowed.end(), cpus.begin(), cpus.end())) {
    return absl::InvalidArgumentError(absl::StrCat("--cpus ", options.cpus, ": not all allowed"));
  }
  return cpus;
}

// This program reads what the engines print: not on the lane, if there is another CPU.
absl::Status StayOff(const std::vector<int>& lane, const std::vector<int>& allowed) {
  std::vector<int> others;
  std::set_difference(allowed.begin(), allowed.end(), lane.begin(), lane.end(),
                      std::back_inserter(others));
  return others.empty() ? absl::OkStatus() : measure::PinProcess(getpid(), others);
}

absl::StatusOr<timing::RunResult> RunOnce(const Measurement& measurement,
                                          const EngineMeasurement& engine,
                                          const std::function<void()>& on_step) {
  const BenchOptions& options = measurement.options;
  const timing::Place place{engine.program, measurement.cpus};
  if (measurement.workload.has_value()) {
    const timing::Counting counting =
        measurement.counting.ok() ? timing::Counting::kOn : timing::Counting::kOff;
    return timing::RunSearches(place, *measurement.workload, counting, on_step);
  }
  const auto timeout = std::chrono::milliseconds(static_cast<i64>(options.timeout_s * 1000));
  absl::StatusOr<timing::RunResult> result = RunOwnBench(place, options.bench_command, timeout);
  on_step();
  return result;
}

absl::Status RunRounds(Measurement& measurement) {
  const BenchOptions& options = measurement.options;
  const size_t engines = measurement.engines.size();
  const bool searches = measurement.workload.has_value();
  const size_t steps = searches ? measurement.workload->positions.size() : 1;
  Progress progress(static_cast<i64>(options.runs * engines * steps),
                    searches ? "searches" : "runs");
  for (int round = 0; round < options.runs; ++round) {
    measurement.order.push_back(RoundOrder(round, engines));
    for (const size_t index : measurement.order.back()) {
      EngineMeasurement& engine = measurement.engines[index];
      ASSIGN_OR_RETURN(engine.runs.emplace_back(),
                       RunOnce(measurement, engine, [&] { progress.Advance(); }));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<i64> EngineMeasurement::Signature() const {
  for (const timing::RunResult& run : runs) {
    const bool same = run.nodes == runs[0].nodes && run.position_nodes == runs[0].position_nodes;
    if (!same || !run.unrepeated.empty()) return std::nullopt;
  }
  return runs[0].nodes;
}

std::vector<double> EngineMeasurement::Rates() const {
  std::vector<double> rates;
  rates.reserve(runs.size());
  for (const timing::RunResult& run : runs) rates.push_back(run.Rate());
  return rates;
}

std::optional<std::vector<double>> EngineMeasurement::CpuRates() const {
  std::vector<double> rates;
  rates.reserve(runs.size());
  for (const timing::RunResult& run : runs) {
    if (run.cpu_seconds <= 0) return std::nullopt;
    rates.push_back(static_cast<double>(run.nodes) / run.cpu_seconds);
  }
  return rates;
}

std::vector<double> EngineMeasurement::SteadyRates() const {
  const bool own_bench = runs[0].position_nodes.empty();  // Its CPU time includes its start.
  return own_bench ? Rates() : CpuRates().value_or(Rates());
}

std::vector<size_t> RoundOrder(int round, size_t engines) {
  std::vector<size_t> order(engines);
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t first = static_cast<size_t>(round / 2) % engines;
  std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
  if (round % 2 == 1) std::reverse(order.begin(), order.end());
  return order;
}

absl::StatusOr<Measurement> Measure(const BenchOptions& options) {
  Measurement measurement;
  measurement.options = options;
  if (options.bench_command.empty()) {
    ASSIGN_OR_RETURN(measurement.workload, timing::ReadWorkload(options));
    measurement.counting = timing::CanCount();
  } else {
    measurement.counting = absl::UnavailableError("not for an engine's own bench");
  }
  for (const std::string& name : options.engines) {
    ASSIGN_OR_RETURN(measurement.engines.emplace_back(), FindEngine(name));
  }
  ASSIGN_OR_RETURN(const std::vector<int> allowed, AllowedCpus());
  ASSIGN_OR_RETURN(measurement.cpus, FindCpus(options, allowed));
  RETURN_IF_ERROR(StayOff(measurement.cpus, allowed));
  measurement.cpu_model = CpuModelName();
  measurement.cpu_level = static_cast<int>(DetectCpuLevel());
  ASSIGN_OR_RETURN(const measure::LaneWatch watch, measure::LaneWatch::Start(measurement.cpus));
  RETURN_IF_ERROR(RunRounds(measurement));
  ASSIGN_OR_RETURN(measurement.lane, watch.Report());
  for (const EngineMeasurement& engine : measurement.engines) {
    RETURN_IF_ERROR(VerifyUnchanged(engine.program, engine.attributes));
  }
  return measurement;
}

}  // namespace coherent::bench
