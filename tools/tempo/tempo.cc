#include "tools/tempo/tempo.h"

#include <cmath>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/measure/plan.h"
#include "lib/measure/records.h"
#include "tools/tempo/evaluation.h"
#include "tools/tempo/measure.h"
#include "tools/tempo/phase.h"
#include "tools/tempo/report.h"
#include "tools/tempo/report_html.h"
#include "tools/tempo/report_json.h"
#include "tools/tempo/workload.h"

namespace coherent::tempo {
namespace {

constexpr char kLog[] = ".log";
constexpr char kWholeLog[] = ".whole.log";

void Print(const Json& json, std::ostream& out) {
  // Paths that are not UTF-8 must not stop the report.
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

absl::StatusOr<Report> ReadReport(const RunOptions& options) {
  Report report;
  ASSIGN_OR_RETURN(report.plan, measure::ReadPlan(options.plan));
  ASSIGN_OR_RETURN(const measure::Records records,
                   measure::ReadRecords(LogOf(options, kLog), report.plan.sha256));
  ASSIGN_OR_RETURN(report.history, ReadHistory(report.plan.plan, records));
  ASSIGN_OR_RETURN(report.evaluation, Evaluate(report.plan.plan, report.history));
  return report;
}

// What has been recorded so far; nothing if there is no log yet.
absl::StatusOr<History> ReadProgress(const measure::HashedPlan& plan, const std::string& log) {
  const absl::StatusOr<std::string> text = ReadFile(log);
  if (absl::IsNotFound(text.status())) return History{.head = plan.sha256};
  RETURN_IF_ERROR(text.status());
  ASSIGN_OR_RETURN(const measure::Records records, measure::ParseRecords(log, *text, plan.sha256));
  return ReadHistory(plan.plan, records);
}

}  // namespace

absl::Status RunPlan(const RunOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const measure::HashedPlan plan, measure::ReadPlan(options.plan));
  const std::string log = LogOf(options, kLog);
  ASSIGN_OR_RETURN(const History history, Measure(plan, plan.sha256, log));
  out << log << ": complete, " << history.phases.size() << " phases\nplan " << plan.sha256
      << "\nlast record " << history.head << '\n';
  return absl::OkStatus();
}

absl::Status GiveVerdict(const ReportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Report report, ReadReport(options));
  RETURN_IF_ERROR(CheckTool(report.plan.plan));
  if (options.json) {
    Print(ReportJson(report), out);
  } else {
    out << VerdictText(report);
  }
  if (report.evaluation.BundlePasses()) return absl::OkStatus();
  return absl::FailedPreconditionError("the bundle does not pass");
}

absl::Status WriteReport(const ReportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Report report, ReadReport(options));
  if (!options.html.empty()) RETURN_IF_ERROR(WriteFileAtomically(options.html, ReportHtml(report)));
  if (options.json) {
    Print(ReportJson(report), out);
  } else {
    out << ReportText(report);
  }
  return absl::OkStatus();
}

absl::Status ShowPlan(const ReportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const measure::HashedPlan plan, measure::ReadPlan(options.plan));
  ASSIGN_OR_RETURN(const History history, ReadProgress(plan, LogOf(options, kLog)));
  const i64 phases = static_cast<i64>(plan.plan.runs.size()) * plan.plan.phases;
  if (options.json) {
    Print({{"schema", "coherent-tempo-show/1"},
           {"plan_sha256", plan.sha256},
           {"records_sha256", history.head},
           {"phases_done", history.phases.size()},
           {"phases", phases},
           {"stop", history.stop.empty() ? Json() : Json(history.stop)}},
          out);
    return absl::OkStatus();
  }
  out << "plan " << plan.sha256 << ", attempt " << plan.plan.attempt << '\n';
  for (const std::string& arm : plan.plan.Arms()) {
    out << "  " << arm << ": " << plan.plan.FileOf(arm).path << '\n';
  }
  for (size_t lane = 0; lane < plan.plan.lanes.size(); ++lane) {
    out << "lane " << plan.plan.lanes[lane].name << '\n';
    for (size_t run = 0; run < plan.plan.runs.size(); ++run) {
      out << "  " << plan.plan.runs[run] << ": " << absl::StrJoin(plan.plan.orders[run][lane], ", ")
          << '\n';
    }
  }
  out << "go " << plan.plan.kit.limit << ", Hash " << plan.plan.kit.hash_mib << ", Threads "
      << plan.plan.kit.threads << "; positions " << plan.plan.kit.positions.path << '\n'
      << history.phases.size() << " of " << phases << " phases recorded, last record "
      << history.head << '\n';
  if (!history.stop.empty()) out << "technical stop: " << history.stop << '\n';
  return absl::OkStatus();
}

absl::Status MeasureWhole(const ReportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const measure::HashedPlan plan, measure::ReadPlan(options.plan));
  const measure::HashedPlan whole{WholePlan(plan.plan), WholeAnchor(plan)};
  ASSIGN_OR_RETURN(const History history, Measure(whole, whole.sha256, LogOf(options, kWholeLog)));
  ASSIGN_OR_RETURN(const Evaluation evaluation, Evaluate(whole.plan, history));
  const double bound = 100 * std::log1p(plan.plan.bound_percent / 100);
  bool reached = true;
  Json lanes = Json::array();
  std::string text;
  for (size_t i = 0; i < evaluation.series.size(); ++i) {
    const Series& series = evaluation.series[i];
    const stats::MeanInterval& mean = evaluation.statistics[i].mean;
    const double estimate = Estimate(plan.plan.estimator, series.c);
    reached &= estimate >= bound;
    absl::StrAppendFormat(&text,
                          "lane %s: %s %+.3f points, wanted %+.3f (%.2f %%); mean %+.3f, 95 %% "
                          "interval %+.3f to %+.3f; furthest phase %.2f points\n",
                          series.lane, plan.plan.estimator, estimate, bound,
                          plan.plan.bound_percent, mean.mean, mean.low, mean.high,
                          series.worst_distance);
    lanes.push_back({{"lane", series.lane},
                     {"estimate", estimate},
                     {"c", series.c},
                     {"mean", {{"mean", mean.mean}, {"low", mean.low}, {"high", mean.high}}},
                     {"worst_distance", series.worst_distance}});
  }
  if (options.json) {
    Print({{"schema", "coherent-tempo-whole/1"},
           {"reached", reached},
           {"estimator", plan.plan.estimator},
           {"bound_points", bound},
           {"plan_sha256", plan.sha256},
           {"records_sha256", history.head},
           {"lanes", std::move(lanes)}},
          out);
  } else {
    out << text << "bundle against base: the bound is " << (reached ? "" : "not ")
        << "reached\nplan " << plan.sha256 << "\nlast record " << history.head << '\n';
  }
  if (reached) return absl::OkStatus();
  return absl::FailedPreconditionError("the bundle is not faster than the base by the bound");
}

}  // namespace coherent::tempo
