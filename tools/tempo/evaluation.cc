#include "tools/tempo/evaluation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"
#include "lib/stats/summary.h"

namespace coherent::tempo {
namespace {

using measure::kRuns;

double LogRate(const Work& work) {
  return 100 * std::log(static_cast<double>(work.nodes) / static_cast<double>(work.wall_ns));
}

// Where `arm` stands in an order.
size_t PlaceOf(const std::vector<std::string>& order, absl::string_view arm) {
  return static_cast<size_t>(std::find(order.begin(), order.end(), arm) - order.begin());
}

Series SeriesOf(const measure::Plan& plan, const History& history, const std::string& arm,
                size_t lane) {
  Series series{.arm = arm, .lane = plan.lanes[lane].name};
  for (size_t run = 0; run < plan.runs.size(); ++run) {
    const std::vector<std::string>& order = plan.orders[run][lane];
    series.bundle_later.push_back(PlaceOf(order, "bundle") > PlaceOf(order, arm));
    std::vector<double>& values = series.phases.emplace_back();
    for (i64 phase = 0; phase < plan.phases; ++phase) {
      const LaneRecord& record =
          history.phases[run * static_cast<size_t>(plan.phases) + static_cast<size_t>(phase)]
              .lanes[lane];
      values.push_back(LogRate(record.ArmOf("bundle").all) - LogRate(record.ArmOf(arm).all));
    }
  }
  Judge(series);
  return series;
}

// What one arm showed in one respect over a run on a lane; more is worse. None: nothing to see.
std::optional<double> CostOf(const measure::Plan& plan, const History& history, size_t run,
                             size_t lane, absl::string_view arm, absl::string_view quantity) {
  double sum = 0;
  Work work;
  for (i64 phase = 0; phase < plan.phases; ++phase) {
    const size_t index = run * static_cast<size_t>(plan.phases) + static_cast<size_t>(phase);
    const ArmRecord& record = history.phases[index].lanes[lane].ArmOf(arm);
    if (quantity == "binary_size") sum += static_cast<double>(record.program_bytes);
    if (quantity == "peak_memory") sum += static_cast<double>(record.peak_memory_kib);
    if (quantity == "start_up") sum += static_cast<double>(record.start_up_us);
    for (size_t group = 0; group < kGroups.size(); ++group) {
      if (quantity != absl::StrCat("rate_", kGroups[group])) continue;
      work.nodes += record.groups[group].nodes;
      work.wall_ns += record.groups[group].wall_ns;
    }
  }
  if (work.nodes > 0) return static_cast<double>(work.wall_ns) / static_cast<double>(work.nodes);
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

std::optional<Worsening> WorseningOf(const measure::Plan& plan, const History& history,
                                     const measure::Component& component, size_t lane,
                                     absl::string_view quantity) {
  Worsening worsening{component.name, plan.lanes[lane].name, std::string(quantity)};
  for (const measure::Loss& loss : component.losses) {
    if (loss.quantity == quantity) worsening.limit_percent = loss.limit_percent;
  }
  const double limit = worsening.limit_percent.value_or(0);
  int beyond = 0;
  for (size_t run = 0; run < plan.runs.size(); ++run) {
    const auto with = CostOf(plan, history, run, lane, "bundle", quantity);
    const auto without = CostOf(plan, history, run, lane, component.name, quantity);
    if (!with.has_value() || !without.has_value()) return std::nullopt;
    worsening.percent.push_back(100 * (*with / *without - 1));
    beyond += worsening.percent.back() > limit ? 1 : 0;
  }
  worsening.undeclared_loss = beyond == kRuns;
  return worsening;
}

std::vector<double> LogRatesOfBundle(const History& history, size_t lane) {
  std::vector<double> rates;
  for (const PhaseRecord& phase : history.phases) {
    rates.push_back(LogRate(phase.lanes[lane].ArmOf("bundle").all));
  }
  return rates;
}

std::vector<LaneDifference> DifferencesBetweenLanes(const measure::Plan& plan,
                                                    const std::vector<Series>& series) {
  std::vector<LaneDifference> differences;
  for (size_t first = 0; first < series.size(); first += plan.lanes.size()) {
    for (size_t lane = 1; lane < plan.lanes.size(); ++lane) {
      std::vector<double> difference(kRuns);
      std::transform(series[first].c.begin(), series[first].c.end(), series[first + lane].c.begin(),
                     difference.begin(), std::minus<>());
      differences.push_back({series[first].arm, series[first].lane, series[first + lane].lane,
                             *stats::IntervalOfMean(difference, 0.95)});
    }
  }
  return differences;
}

absl::Status CheckComplete(const measure::Plan& plan, const History& history) {
  if (!history.stop.empty()) {
    return absl::AbortedError(
        absl::StrCat("technical stop, so there is no result: ", history.stop,
                     "\nstarting again takes a new determination and attempt ", plan.attempt + 1));
  }
  const i64 wanted = static_cast<i64>(plan.runs.size()) * plan.phases;
  if (static_cast<i64>(history.phases.size()) < wanted) {
    return absl::InvalidArgumentError(absl::StrCat("found ", history.phases.size(),
                                                   " phases, expected ", wanted,
                                                   ": nothing is computed before the last run"));
  }
  return absl::OkStatus();
}

}  // namespace

void Judge(Series& series) {
  series.c.clear();
  series.above_zero = 0;
  series.worst_distance = 0;
  for (size_t run = 0; run < series.phases.size(); ++run) {
    const std::vector<double>& values = series.phases[run];
    series.c.push_back(stats::Mean(values));
    series.above_zero += series.c.back() > 0 ? 1 : 0;
    const double median = stats::Median(values);
    for (size_t phase = 0; phase < values.size(); ++phase) {
      const double distance = std::abs(values[phase] - median);
      if (distance <= series.worst_distance) continue;
      series.worst_distance = distance;
      series.worst_run = run;
      series.worst_phase = phase;
    }
  }
  series.passes = series.above_zero >= measure::kNeededRuns &&
                  series.worst_distance <= measure::kMaxDistancePoints;
}

SeriesStatistics StatisticsOf(const Series& series, const std::vector<double>& log_rates) {
  SeriesStatistics result;
  const std::vector<double>& c = series.c;
  CHECK(c.size() == kRuns);
  result.mean = *stats::IntervalOfMean(c, 0.95);
  result.median = stats::Median(c);
  result.narrow = *stats::IntervalOfMedian(c, 0.9);
  result.wide = *stats::IntervalOfMedian(c, 0.95);
  result.pseudo_median = stats::PseudoMedian(c);
  result.second_smallest = result.narrow.low;
  result.sign_probability = *stats::ProbabilityOfAtLeast(series.above_zero, kRuns);
  double squares = 0;
  double degrees = 0;
  std::vector<double> all;
  for (size_t run = 0; run < series.phases.size(); ++run) {
    for (const double value : series.phases[run]) {
      squares += (value - c[run]) * (value - c[run]);
      all.push_back(value);
    }
    degrees += static_cast<double>(series.phases[run].size()) - 1;
  }
  result.phase_deviation = degrees > 0 ? std::sqrt(squares / degrees) : 0;
  double run_squares = 0;
  for (const double value : c)
    run_squares += (value - result.mean.mean) * (value - result.mean.mean);
  result.run_deviation = std::sqrt(run_squares / (kRuns - 1));
  std::vector<double> later;
  std::vector<double> earlier;
  for (size_t run = 0; run < c.size(); ++run) {
    (series.bundle_later[run] ? later : earlier).push_back(c[run]);
  }
  result.order_effect = stats::IntervalOfDifference(later, earlier, 0.95);
  result.drift = stats::Drift(all);
  result.rate_drift = stats::Drift(log_rates);
  return result;
}

bool Evaluation::ComponentPasses(absl::string_view component) const {
  return std::all_of(series.begin(), series.end(),
                     [&](const Series& one) { return one.arm != component || one.passes; });
}

bool Evaluation::HasUndeclaredLoss() const {
  return std::any_of(worsenings.begin(), worsenings.end(),
                     [](const Worsening& worsening) { return worsening.undeclared_loss; });
}

bool Evaluation::BundlePasses() const {
  return !HasUndeclaredLoss() && std::all_of(series.begin(), series.end(), [](const Series& one) {
    return one.arm == "control" || one.passes;
  });
}

absl::StatusOr<Evaluation> Evaluate(const measure::Plan& plan, const History& history) {
  RETURN_IF_ERROR(CheckComplete(plan, history));
  Evaluation evaluation;
  for (const std::string& arm : plan.Compared()) {
    for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
      evaluation.series.push_back(SeriesOf(plan, history, arm, lane));
      evaluation.statistics.push_back(
          StatisticsOf(evaluation.series.back(), LogRatesOfBundle(history, lane)));
    }
  }
  for (const measure::Component& component : plan.components) {
    for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
      for (const absl::string_view quantity : measure::kQuantities) {
        auto worsening = WorseningOf(plan, history, component, lane, quantity);
        if (worsening.has_value()) evaluation.worsenings.push_back(*std::move(worsening));
      }
    }
  }
  evaluation.lane_differences = DifferencesBetweenLanes(plan, evaluation.series);
  return evaluation;
}

double Estimate(absl::string_view estimator, const std::vector<double>& c) {
  if (estimator == "mean") return stats::Mean(c);
  if (estimator == "median") return stats::Median(c);
  std::vector<double> sorted = c;
  std::sort(sorted.begin(), sorted.end());
  return sorted[1];
}

}  // namespace coherent::tempo
