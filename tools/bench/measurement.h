// Measuring: every engine does the same work several times, in an order fixed beforehand.
#ifndef COHERENT_TOOLS_BENCH_MEASUREMENT_H_
#define COHERENT_TOOLS_BENCH_MEASUREMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/base/protected_file.h"
#include "lib/measure/lane.h"
#include "lib/timing/run.h"
#include "lib/timing/workload.h"
#include "tools/bench/options.h"

namespace coherent::bench {

struct EngineMeasurement {
  std::string program;  // as resolved
  std::string sha256;
  FileAttributes attributes;
  std::vector<timing::RunResult> runs;  // one a round

  // The node count of all runs; none if any position's count was not always the same.
  std::optional<i64> Signature() const;
  // Nodes a second of each run.
  std::vector<double> Rates() const;
  // Nodes a second of CPU time of each run; none if some run used none that could be seen.
  std::optional<std::vector<double>> CpuRates() const;
  // What a busy machine moves least: CpuRates of searches, else Rates.
  std::vector<double> SteadyRates() const;
};

struct Measurement {
  BenchOptions options;
  std::optional<timing::Workload> workload;  // none: each engine's own bench
  std::vector<int> cpus;
  std::string cpu_model;
  int cpu_level = 0;  // of x86-64
  measure::LaneReport lane;
  absl::Status counting;                   // why instructions and cycles were not counted
  std::vector<std::vector<size_t>> order;  // the engines of each round, as run
  std::vector<EngineMeasurement> engines;
};

// The order in a round: forwards and backwards by turns, each pair of rounds beginning one engine
// later. For two engines ABBA BAAB …: neither comes first more often, nor drifts with the machine.
std::vector<size_t> RoundOrder(int round, size_t engines);

// Errors name the engine. Aborted if a program changed while it was measured.
absl::StatusOr<Measurement> Measure(const BenchOptions& options);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_MEASUREMENT_H_
