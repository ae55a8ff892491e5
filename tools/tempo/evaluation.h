// The verdict over a bundle, out of records and plan alone, and what is printed beside it.
// Specified by docs/tempo.md.
#ifndef COHERENT_TOOLS_TEMPO_EVALUATION_H_
#define COHERENT_TOOLS_TEMPO_EVALUATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/measure/plan.h"
#include "lib/stats/sign_test.h"
#include "lib/stats/student_t.h"
#include "tools/tempo/phase.h"

namespace coherent::tempo {

// An arm compared with the bundle on one lane. Values are in points: 100 times a difference of
// logarithms of rates, above zero where the bundle is faster.
struct Series {
  std::string arm;
  std::string lane;
  std::vector<std::vector<double>> phases;  // of each run
  std::vector<bool> bundle_later;           // in each run

  std::vector<double> c = {};  // one a run
  int above_zero = 0;
  double worst_distance = 0;  // of a phase from the median of its run
  size_t worst_run = 0;       // where that was, from 0
  size_t worst_phase = 0;
  bool passes = false;
};

// Fills in all that follows from the phases.
void Judge(Series& series);

// Beside the verdict, never in it.
struct SeriesStatistics {
  stats::MeanInterval mean;  // 95 %, if runs are independent and roughly normal
  double median = 0;
  stats::MedianInterval narrow;  // second smallest to second largest
  stats::MedianInterval wide;    // smallest to largest
  double pseudo_median = 0;
  double second_smallest = 0;
  double sign_probability = 0;  // of so many above zero if there is no difference
  double phase_deviation = 0;   // standard deviation of phases within their runs
  double run_deviation = 0;     // of the runs
  std::optional<stats::MeanInterval> order_effect;  // bundle later minus earlier, 95 %
  double drift = 0;                                 // of the phases, from the first one to the last
  double rate_drift = 0;                            // of the bundle's rate
};

// A respect in which the bundle may be worse than without a component.
struct Worsening {
  std::string component;
  std::string lane;
  std::string quantity;
  std::optional<double> limit_percent;  // none: not declared
  std::vector<double> percent;          // of each run, above zero where the bundle is worse
  bool undeclared_loss = false;
};

struct LaneDifference {
  std::string component;
  std::string lane;
  std::string other;
  stats::MeanInterval points;  // 95 %
};

struct Evaluation {
  std::vector<Series> series;                // of the plan's Compared() by lanes, lanes innermost
  std::vector<SeriesStatistics> statistics;  // beside them
  std::vector<Worsening> worsenings;         // that were measured, in all or some runs
  std::vector<LaneDifference> lane_differences;

  bool ComponentPasses(absl::string_view component) const;
  bool HasUndeclaredLoss() const;
  // Every component passes and nothing is lost undeclared.
  bool BundlePasses() const;
};

// Refuses to look at anything before the last run is in (InvalidArgument), and after a technical
// stop (Aborted).
absl::StatusOr<Evaluation> Evaluate(const measure::Plan& plan, const History& history);

SeriesStatistics StatisticsOf(const Series& series, const std::vector<double>& log_rates);

// The plan's estimator over the runs of bundle against base.
double Estimate(absl::string_view estimator, const std::vector<double>& c);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_EVALUATION_H_
