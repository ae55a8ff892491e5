#include "tools/tempo/report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "lib/measure/plan.h"

namespace coherent::tempo {
namespace {

std::string OrNone(const std::string& text) { return text.empty() ? "none" : text; }

std::string Points(double value) { return absl::StrFormat("%+.3f", value); }

std::string Interval(double low, double high) {
  return absl::StrFormat("%+.3f to %+.3f", low, high);
}

std::string SeriesLine(const Report& report, const Series& series) {
  std::vector<std::string> c;
  c.reserve(series.c.size());
  for (const double value : series.c) c.push_back(absl::StrFormat("%+.2f", value));
  return absl::StrFormat("c %s\n    %d of %d above zero, furthest phase %.2f points (%s)\n",
                         absl::StrJoin(c, " "), series.above_zero, measure::kRuns,
                         series.worst_distance, WorstPhase(report, series));
}

std::string LossLine(const Worsening& worsening) {
  const auto [low, high] = std::minmax_element(worsening.percent.begin(), worsening.percent.end());
  return absl::StrFormat("  %s, lane %s, %s: %+.2f %% to %+.2f %%, %s\n", worsening.component,
                         worsening.lane, worsening.quantity, *low, *high,
                         worsening.limit_percent.has_value()
                             ? absl::StrFormat("declared up to %.2f %%", *worsening.limit_percent)
                             : "not declared");
}

std::string StatisticsText(const SeriesStatistics& s) {
  std::string text = absl::StrCat(
      "    mean ", Points(s.mean.mean), ", 95 % interval ", Interval(s.mean.low, s.mean.high),
      " (t); median ", Points(s.median), ", ", absl::StrFormat("%.2f", 100 * s.narrow.coverage),
      " % ", Interval(s.narrow.low, s.narrow.high), ", ",
      absl::StrFormat("%.2f", 100 * s.wide.coverage), " % ", Interval(s.wide.low, s.wide.high),
      "\n    second smallest ", Points(s.second_smallest), ", pseudo-median ",
      Points(s.pseudo_median), "; sign test ", absl::StrFormat("%.4f", s.sign_probability),
      "; standard deviation of phases ", absl::StrFormat("%.3f", s.phase_deviation), ", of runs ",
      absl::StrFormat("%.3f", s.run_deviation), "\n");
  if (s.order_effect.has_value()) {
    absl::StrAppend(&text, "    order effect (bundle later - earlier) ",
                    Points(s.order_effect->mean), ", 95 % interval ",
                    Interval(s.order_effect->low, s.order_effect->high), "; ");
  }
  absl::StrAppend(&text, "drift over all phases ", Points(s.drift), ", of the bundle's rate ",
                  Points(s.rate_drift), "\n");
  return text;
}

// Cells of a phase table: what each phase of each run showed.
std::string PhaseTable(const Series& series) {
  std::string text = absl::StrCat("  ", series.arm, ", lane ", series.lane, "\n");
  for (size_t run = 0; run < series.phases.size(); ++run) {
    absl::StrAppend(&text, "    run", run + 1, series.bundle_later[run] ? " later  " : " earlier",
                    absl::StrFormat("%+7.2f :", series.c[run]));
    for (const double value : series.phases[run]) absl::StrAppendFormat(&text, " %+.2f", value);
    text += '\n';
  }
  return text;
}

std::string Files(const measure::Plan& plan) {
  std::string text = absl::StrCat("files\n  base ", plan.base.path, " ", plan.base.sha256,
                                  "\n  bundle ", plan.bundle.path, " ", plan.bundle.sha256, "\n");
  for (const measure::Component& component : plan.components) {
    absl::StrAppend(&text, "  without ", component.name, " ", component.without.path, " ",
                    component.without.sha256, "\n");
  }
  absl::StrAppend(&text, "  tool ", plan.kit.tool.sha256, "\n  positions ", plan.kit.positions.path,
                  " ", plan.kit.positions.sha256, "\n");
  return text;
}

// Whether the arms of some phase had not the same amount on huge pages.
bool HugePagesDiffer(const History& history) {
  for (const PhaseRecord& phase : history.phases) {
    for (const LaneRecord& lane : phase.lanes) {
      for (const ArmRecord& arm : lane.arms) {
        if (arm.huge_memory_kib != lane.arms[0].huge_memory_kib) return true;
      }
    }
  }
  return false;
}

// What the machine did, from the least to the most.
std::string MachineRange(const History& history) {
  double foreign = 0;
  double steal = 0;
  double load = 0;
  size_t marked = 0;
  size_t count = 0;
  for (const PhaseRecord& phase : history.phases) {
    for (const LaneRecord& lane : phase.lanes) {
      foreign = std::max(foreign, lane.foreign_percent);
      steal = std::max(steal, lane.steal_percent);
      load = std::max({load, lane.load_before, lane.load_after});
      marked += lane.marked ? 1 : 0;
      ++count;
    }
  }
  return absl::StrFormat(
      "marked for others on the lane: %d of %d; at most %.1f %% of a lane was others', %.1f %% "
      "stolen; load up to %.2f",
      marked, count, foreign, steal, load);
}

// What is drawn, and what is not.
std::string Arrangement(const measure::Plan& plan) {
  const bool linked = !plan.kit.link.empty();
  return absl::StrCat(
      "Drawn anew for each phase and lane, the same for all arms: ",
      linked ? "the order of functions and data in the program and how far it is shifted, " : "",
      "a fresh copy of the file, the length of its path, the size of the environment, "
      "address-space randomisation on or off. Not randomised: stack and heap beyond that, ",
      linked ? "the strings and other constants without a name, and the C++ library"
             : "and the order of functions and data in the file",
      "; a component that moves those is unproven on this path.");
}

}  // namespace

std::string WorstPhase(const Report& report, const Series& series) {
  return absl::StrCat(report.plan.plan.runs[series.worst_run], ", phase ", series.worst_phase + 1);
}

std::vector<std::string> WhySevenOfEight(const measure::Plan& plan) {
  const double chance = 9.0 / 256;
  std::vector<std::string> lines = {
      "Why 7 of 8: if the median of c in every run is at most zero given the earlier runs, each "
      "run "
      "is above zero with probability 1/2 at most, and 7 of 8 are with 9/256 = 3.52 % at most. "
      "Every component has to pass on every lane, so this holds for the bundle fixed in advance; "
      "no independence is needed.",
      "It promises no gain in the mean, and does not cover many newly chosen bundles."};
  const auto components = static_cast<double>(plan.components.size());
  lines.push_back(absl::StrFormat(
      "Counted one by one, some component of %d that do nothing passes with %.2f %% at most. This "
      "is attempt %d: in so many, with independent results, the same one does with %.2f %%.",
      plan.components.size(), 100 * std::min(1.0, components * chance), plan.attempt,
      100 * (1 - std::pow(1 - chance, static_cast<double>(plan.attempt)))));
  return lines;
}

std::vector<std::string> Remarks(const Report& report) {
  std::vector<std::string> remarks = {Arrangement(report.plan.plan),
                                      "Needed processor features are not measured.",
                                      MachineRange(report.history)};
  const auto& phases = report.history.phases;
  const bool counts = std::all_of(phases.begin(), phases.end(), [](const PhaseRecord& phase) {
    return std::all_of(phase.lanes.begin(), phase.lanes.end(), [](const LaneRecord& lane) {
      return std::all_of(lane.arms.begin(), lane.arms.end(),
                         [](const ArmRecord& arm) { return arm.final_counts; });
    });
  });
  if (!counts) remarks.emplace_back("Nodes are those of the last report: no final `info nodes N`.");
  if (HugePagesDiffer(report.history)) {
    remarks.emplace_back("Arms of one phase did not all have the same amount of huge pages.");
  }
  for (size_t i = 0; i < report.evaluation.series.size(); ++i) {
    const Series& series = report.evaluation.series[i];
    const double mean = report.evaluation.statistics[i].mean.mean;
    if (series.passes && mean <= 0) {
      remarks.push_back(absl::StrCat(series.arm, " passes on lane ", series.lane,
                                     " with a mean that is not above zero: ", Points(mean)));
    }
    if (series.arm == "control" && series.worst_distance > measure::kMaxDistancePoints) {
      remarks.push_back(absl::StrFormat(
          "The bundle against itself has a phase %.2f points from the median of its run on lane "
          "%s: this machine does not hold 2.0 points with these phases.",
          series.worst_distance, series.lane));
    }
  }
  return remarks;
}

std::string VerdictText(const Report& report) {
  const Evaluation& evaluation = report.evaluation;
  const measure::Plan& plan = report.plan.plan;
  std::string text;
  for (const measure::Component& component : plan.components) {
    absl::StrAppend(&text, component.name, ": ",
                    evaluation.ComponentPasses(component.name) ? "passes" : "does not pass", "\n");
    for (const Series& series : evaluation.series) {
      if (series.arm != component.name) continue;
      absl::StrAppend(&text, "  lane ", series.lane,
                      series.passes ? ": passes; " : ": does not pass; ",
                      SeriesLine(report, series));
    }
  }
  absl::StrAppend(&text, "undeclared losses: ", evaluation.HasUndeclaredLoss() ? "" : "none", "\n");
  for (const Worsening& worsening : evaluation.worsenings) {
    if (worsening.undeclared_loss) text += LossLine(worsening);
  }
  absl::StrAppend(&text, "verdict: the bundle ",
                  evaluation.BundlePasses() ? "passes" : "does not pass", "\nattempt ",
                  plan.attempt, "; account ", OrNone(plan.account), ", determination ",
                  OrNone(plan.determination), "\nplan ", report.plan.sha256, "\nlast record ",
                  report.history.head, "\n\n", absl::StrJoin(WhySevenOfEight(plan), "\n"), "\n");
  return text;
}

std::string ReportText(const Report& report) {
  const Evaluation& evaluation = report.evaluation;
  std::string text = VerdictText(report);
  absl::StrAppend(&text, "\nBeside the verdict, in points\n");
  for (size_t i = 0; i < evaluation.series.size(); ++i) {
    const Series& series = evaluation.series[i];
    absl::StrAppend(&text, "  ", series.arm, ", lane ", series.lane,
                    series.arm == "control" ? " (A/A: the bundle against itself)" : "", "\n");
    if (series.arm == "control") absl::StrAppend(&text, "    ", SeriesLine(report, series));
    text += StatisticsText(evaluation.statistics[i]);
  }
  for (const LaneDifference& difference : evaluation.lane_differences) {
    absl::StrAppend(&text, "  ", difference.component, ", lane ", difference.lane, " minus ",
                    difference.other, ": ", Points(difference.points.mean), ", 95 % interval ",
                    Interval(difference.points.low, difference.points.high), "\n");
  }
  absl::StrAppend(&text, "\nCosts of the components, least to most over the runs\n");
  for (const Worsening& worsening : evaluation.worsenings) text += LossLine(worsening);
  absl::StrAppend(&text, "\nPhases, in points; the bundle ran earlier or later\n");
  for (const Series& series : evaluation.series) text += PhaseTable(series);
  absl::StrAppend(&text, "\n", absl::StrJoin(Remarks(report), "\n"), "\n\n",
                  Files(report.plan.plan));
  return text;
}

}  // namespace coherent::tempo
