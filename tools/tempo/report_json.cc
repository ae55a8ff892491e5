#include "tools/tempo/report_json.h"

#include <optional>
#include <utility>

namespace coherent::tempo {
namespace {

Json IntervalJson(const stats::MeanInterval& interval) {
  return {{"mean", interval.mean}, {"low", interval.low}, {"high", interval.high}};
}

Json IntervalJson(const stats::MedianInterval& interval) {
  return {{"low", interval.low}, {"high", interval.high}, {"coverage", interval.coverage}};
}

Json SeriesJson(const Series& series, const SeriesStatistics& s) {
  return {{"arm", series.arm},
          {"lane", series.lane},
          {"passes", series.passes},
          {"c", series.c},
          {"above_zero", series.above_zero},
          {"worst_distance", series.worst_distance},
          {"worst_run", series.worst_run + 1},
          {"worst_phase", series.worst_phase + 1},
          {"bundle_later", series.bundle_later},
          {"phases", series.phases},
          {"mean", IntervalJson(s.mean)},
          {"median", s.median},
          {"median_narrow", IntervalJson(s.narrow)},
          {"median_wide", IntervalJson(s.wide)},
          {"pseudo_median", s.pseudo_median},
          {"second_smallest", s.second_smallest},
          {"sign_probability", s.sign_probability},
          {"phase_deviation", s.phase_deviation},
          {"run_deviation", s.run_deviation},
          {"order_effect", s.order_effect.has_value() ? IntervalJson(*s.order_effect) : Json()},
          {"drift", s.drift},
          {"rate_drift", s.rate_drift}};
}

}  // namespace

Json ReportJson(const Report& report) {
  const Evaluation& evaluation = report.evaluation;
  const measure::Plan& plan = report.plan.plan;
  Json components;
  for (const measure::Component& component : plan.components) {
    components[component.name] = evaluation.ComponentPasses(component.name);
  }
  Json series = Json::array();
  for (size_t i = 0; i < evaluation.series.size(); ++i) {
    series.push_back(SeriesJson(evaluation.series[i], evaluation.statistics[i]));
  }
  Json losses = Json::array();
  for (const Worsening& worsening : evaluation.worsenings) {
    losses.push_back(
        {{"component", worsening.component},
         {"lane", worsening.lane},
         {"quantity", worsening.quantity},
         {"limit_percent",
          worsening.limit_percent.has_value() ? Json(*worsening.limit_percent) : Json()},
         {"percent", worsening.percent},
         {"undeclared_loss", worsening.undeclared_loss}});
  }
  Json lanes = Json::array();
  for (const LaneDifference& difference : evaluation.lane_differences) {
    lanes.push_back({{"arm", difference.component},
                     {"lane", difference.lane},
                     {"other", difference.other},
                     {"points", IntervalJson(difference.points)}});
  }
  return {{"schema", "coherent-tempo-report/1"},
          {"passes", evaluation.BundlePasses()},
          {"undeclared_loss", evaluation.HasUndeclaredLoss()},
          {"components", std::move(components)},
          {"attempt", plan.attempt},
          {"account", plan.account},
          {"determination", plan.determination},
          {"plan_sha256", report.plan.sha256},
          {"records_sha256", report.history.head},
          {"series", std::move(series)},
          {"losses", std::move(losses)},
          {"lane_differences", std::move(lanes)},
          {"why", WhySevenOfEight(plan)},
          {"remarks", Remarks(report)}};
}

}  // namespace coherent::tempo
