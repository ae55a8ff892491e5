#include "tools/tempo/testing.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"

namespace coherent::tempo {

measure::Plan FakePlan(const std::vector<std::string>& components, size_t lanes, i64 phases) {
  measure::Plan plan;
  plan.base = {"base", "00", 1000};
  plan.bundle = {"bundle", "11", 1000};
  for (const std::string& name : components) {
    plan.components.push_back({name, {absl::StrCat("without-", name), "22", 1000}, {}});
  }
  for (int run = 1; run <= measure::kRuns; ++run) plan.runs.push_back(absl::StrCat("run", run));
  plan.phases = phases;
  for (size_t lane = 0; lane < lanes; ++lane) {
    plan.lanes.push_back({absl::StrCat("cpu", lane), {static_cast<int>(lane)}});
  }
  plan.orders = measure::BalancedOrders(plan.Arms(), lanes, 1);
  return plan;
}

History FakeHistory(const measure::Plan& plan, const Gain& gain) {
  History history;
  for (size_t run = 0; run < plan.runs.size(); ++run) {
    for (size_t phase = 0; phase < static_cast<size_t>(plan.phases); ++phase) {
      PhaseRecord record{plan.runs[run], static_cast<i64>(phase) + 1};
      for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
        LaneRecord& of_lane = record.lanes.emplace_back();
        of_lane.lane = plan.lanes[lane].name;
        for (const std::string& name : plan.orders[run][lane]) {
          ArmRecord arm{name};
          const double points = name == "bundle" ? 0 : gain(run, phase, lane, name);
          arm.all = {1'000'000, std::llround(1e12 * std::exp(points / 100))};
          arm.groups[0] = arm.all;
          arm.program_bytes = plan.FileOf(name).bytes;
          arm.tree = "tree";
          arm.start_up_us = 1000;
          arm.peak_memory_kib = 2000;
          arm.final_counts = true;
          of_lane.arms.push_back(std::move(arm));
        }
      }
      history.phases.push_back(std::move(record));
    }
  }
  return history;
}

Gain ConstantGain(std::vector<double> c) {
  return [c = std::move(c)](size_t run, size_t, size_t, const std::string& arm) {
    return arm == "control" ? 0 : c[run];
  };
}

}  // namespace coherent::tempo
