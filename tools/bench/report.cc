#include "tools/bench/report.h"

#include <cmath>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "lib/stats/sign_test.h"
#include "lib/stats/summary.h"
#include "tools/bench/comparison.h"

namespace coherent::bench {
namespace {

// A run shorter than this measures start and luck more than the engine.
constexpr double kShortSeconds = 1;
// With less of its CPU, wall time says more of the others than of the engine.
constexpr double kFairSharePercent = 95;
constexpr int kRateDecimals = 0;
constexpr int kRatioDecimals = 4;

// A, B, ... Z, then numbers.
std::string Letter(size_t index) {
  return index < 26 ? std::string(1, static_cast<char>('A' + index)) : absl::StrCat("#", index + 1);
}

std::string OrderText(const std::vector<std::vector<size_t>>& order) {
  return absl::StrJoin(order, " ", [](std::string* out, const std::vector<size_t>& round) {
    for (const size_t index : round) absl::StrAppend(out, Letter(index));
  });
}

std::string HeadText(const Measurement& measurement) {
  std::string text;
  if (measurement.workload.has_value()) {
    const timing::Workload& workload = *measurement.workload;
    absl::StrAppend(&text, workload.positions.size(), " positions of ", workload.path, " (sha256 ",
                    workload.sha256, ")\n", "go ", workload.LimitText(), ", Hash ",
                    workload.hash_mib, ", Threads ", workload.threads);
    for (const auto& [name, value] : workload.options) {
      absl::StrAppend(&text, ", ", name, " ", value);
    }
    absl::StrAppend(&text, "; ", workload.warm_up, " positions to warm up\n");
  } else {
    absl::StrAppend(&text, "each engine's own `", measurement.options.bench_command, "`\n");
  }
  absl::StrAppend(&text, "runs: ", measurement.options.runs, ", each a new process, in the order ",
                  OrderText(measurement.order), "\n", "pinned to CPU ",
                  absl::StrJoin(measurement.cpus, ","), " of ", measurement.cpu_model, " (x86-64-v",
                  measurement.cpu_level, "); ", measurement.lane.ToString(), "\n");
  if (!measurement.counting.ok()) {
    absl::StrAppend(&text, "instructions and cycles: not counted (",
                    std::string(measurement.counting.message()), ")\n");
  }
  return text;
}

std::string DigestText(const Digest& digest, int decimals) {
  const auto value = [&](double number) { return absl::StrFormat("%.*f", decimals, number); };
  if (!digest.interval.has_value()) {
    return absl::StrCat(value(digest.median), ", no interval (that takes 6 runs)");
  }
  const stats::MedianInterval& interval = *digest.interval;
  return absl::StrCat(value(digest.median),
                      absl::StrFormat(", %.1f %% interval ", 100 * interval.coverage),
                      value(interval.low), " to ", value(interval.high));
}

std::string SignatureText(const EngineMeasurement& engine, bool searched) {
  const std::optional<i64> signature = engine.Signature();
  if (signature.has_value()) {
    return absl::StrCat(*signature, " nodes, the same in all runs",
                        searched ? " and positions" : "");
  }
  std::vector<i64> nodes;
  nodes.reserve(engine.runs.size());
  for (const timing::RunResult& run : engine.runs) nodes.push_back(run.nodes);
  return absl::StrCat("none, NOT REPEATABLE: ", absl::StrJoin(nodes, ", "), " nodes",
                      engine.runs[0].unrepeated.empty()
                          ? ""
                          : "; not the same twice in one process: " +
                                absl::StrJoin(engine.runs[0].unrepeated, ", "));
}

// "1234, 99.2 % interval 1230 to 1240; spread 0.10 %, drift +0.05 %"
std::string RatesText(std::span<const double> rates) {
  const Digest digest = DigestOf(rates);
  return absl::StrCat(DigestText(digest, kRateDecimals),
                      absl::StrFormat("; spread %.2f %%, drift %+.2f %%", digest.spread_percent,
                                      digest.drift_percent));
}

// How long the runs took, and what this means for the measurement.
std::string TimesText(const EngineMeasurement& engine, bool searched, i64 threads) {
  std::vector<double> seconds;
  std::vector<double> shares;
  for (const timing::RunResult& run : engine.runs) {
    seconds.push_back(run.seconds);
    shares.push_back(100 * run.cpu_seconds / run.seconds / static_cast<double>(threads));
  }
  const double share = stats::Median(shares);
  std::string text = absl::StrFormat("   a run takes %.2f s, and has %.1f %% of its CPU\n",
                                     stats::Median(seconds), share);
  if (share < kFairSharePercent) {
    absl::StrAppend(&text, "   the CPU was busy with other things: ",
                    searched ? "trust CPU time only\n" : "the rate says little\n");
  }
  if (stats::Median(seconds) < kShortSeconds) {
    absl::StrAppend(&text, "   runs are short: a higher limit measures better\n");
  }
  return text;
}

std::string EngineText(const Measurement& measurement, size_t index) {
  const EngineMeasurement& engine = measurement.engines[index];
  const timing::RunResult& first = engine.runs[0];
  const bool searched = measurement.workload.has_value();
  std::string text = absl::StrCat(
      "\n", Letter(index), "  ", engine.program, first.engine_name.empty() ? "" : ": ",
      first.engine_name, "\n   sha256 ", engine.sha256, "\n   signature ",
      SignatureText(engine, searched), "\n   nodes/s ",
      first.reported_nps.has_value() ? "by its own account " : "", RatesText(engine.Rates()), "\n");
  const std::optional<std::vector<double>> cpu_rates = engine.CpuRates();
  if (searched && cpu_rates.has_value()) {
    absl::StrAppend(&text, "   by CPU time ", RatesText(*cpu_rates), "\n");
  }
  absl::StrAppend(&text, TimesText(engine, searched, measurement.options.threads));
  if (first.counts.has_value()) {
    const auto nodes = static_cast<double>(first.nodes);
    absl::StrAppend(
        &text, absl::StrFormat("   a node takes %.1f instructions, %.1f cycles\n",
                               first.counts->instructions / nodes, first.counts->cycles / nodes));
  }
  if (!first.not_offered.empty()) {
    absl::StrAppend(&text, "   does not offer ", absl::StrJoin(first.not_offered, ", "), "\n");
  }
  if (!first.left_out.empty()) {
    absl::StrAppend(&text, "   left out, of Chess960: ", absl::StrJoin(first.left_out, ", "), "\n");
  }
  return text;
}

std::string RatioText(const Measurement& measurement, size_t index) {
  const EngineMeasurement& engine = measurement.engines[index];
  const EngineMeasurement& base = measurement.engines[0];
  const Ratio wall = WallRatio(engine, base);
  std::string text =
      absl::StrCat("\n", Letter(index), " : A  ", DigestText(wall.digest, kRatioDecimals));
  const std::optional<Ratio> cpu = CpuRatio(engine, base);
  if (cpu.has_value()) {
    absl::StrAppend(&text, "\n       by CPU time ", DigestText(cpu->digest, kRatioDecimals));
  }
  if (engine.Signature() != base.Signature()) {
    absl::StrAppend(&text, "\n       other signatures: the nodes are not the same work");
  } else if (wall.ShowsDifference()) {
    absl::StrAppend(&text, "\n       ", Letter(index), " is ",
                    wall.digest.median > 1 ? "faster" : "slower",
                    absl::StrFormat(" by %.2f %%", 100 * std::abs(wall.digest.median - 1)));
  } else {
    absl::StrAppend(&text, "\n       no difference shown");
  }
  return text + "\n";
}

std::string BaselineText(const Report& report) {
  const Baseline& baseline = *report.baseline;
  std::string text = absl::StrFormat(
      "\nbaseline %s: %.0f nodes/s%s; now %.2f %% %s, allowed are %.2f %%\n", baseline.path,
      baseline.rate, report.measurement.workload.has_value() ? " by CPU time" : "",
      std::abs(report.drop_percent), report.drop_percent > 0 ? "below" : "above",
      report.measurement.options.max_drop_percent);
  if (baseline.cpu_model != report.measurement.cpu_model) {
    absl::StrAppend(&text, "   measured on another processor: ", baseline.cpu_model, "\n");
  }
  if (baseline.signature != report.measurement.engines[0].Signature()) {
    absl::StrAppend(&text, "   the signature is another: the nodes are not the same work\n");
  }
  return text;
}

}  // namespace

absl::Status Report::Verdict() const {
  std::vector<std::string> complaints;
  if (measurement.options.threads == 1) {
    for (const EngineMeasurement& engine : measurement.engines) {
      if (engine.Signature().has_value()) continue;
      complaints.push_back(absl::StrCat(engine.program, ": not repeatable, so no signature"));
    }
  }
  if (baseline.has_value() && drop_percent > measurement.options.max_drop_percent) {
    complaints.push_back(absl::StrFormat("%s: %.2f %% slower than the baseline, more than %.2f %%",
                                         measurement.engines[0].program, drop_percent,
                                         measurement.options.max_drop_percent));
  }
  if (complaints.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(complaints, "\n"));
}

std::string ReportAsText(const Report& report) {
  const Measurement& measurement = report.measurement;
  std::string text = HeadText(measurement);
  for (size_t i = 0; i < measurement.engines.size(); ++i) text += EngineText(measurement, i);
  for (size_t i = 1; i < measurement.engines.size(); ++i) text += RatioText(measurement, i);
  if (report.baseline.has_value()) text += BaselineText(report);
  return text;
}

}  // namespace coherent::bench
