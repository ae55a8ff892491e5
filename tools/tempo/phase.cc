#include "tools/tempo/phase.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"
#include "lib/measure/json_fields.h"

namespace coherent::tempo {

using measure::Take;

static Json ToJson(const Work& work) { return {{"nodes", work.nodes}, {"wall_ns", work.wall_ns}}; }

static Json ToJson(const ArmRecord& arm) {
  Json groups;
  for (size_t i = 0; i < kGroups.size(); ++i) {
    groups[std::string(kGroups[i])] = ToJson(arm.groups[i]);
  }
  return {{"arm", arm.arm},
          {"program_sha256", arm.program_sha256},
          {"program_bytes", arm.program_bytes},
          {"nodes", arm.all.nodes},
          {"wall_ns", arm.all.wall_ns},
          {"cpu_ns", arm.cpu_ns},
          {"instructions", arm.instructions.has_value() ? Json(*arm.instructions) : Json()},
          {"tree", arm.tree},
          {"groups", std::move(groups)},
          {"start_up_us", arm.start_up_us},
          {"peak_memory_kib", arm.peak_memory_kib},
          {"huge_memory_kib", arm.huge_memory_kib},
          {"final_counts", arm.final_counts}};
}

static Json OrNull(const std::optional<double>& value) {
  return value.has_value() ? Json(*value) : Json();
}

static Json ToJson(const LaneRecord& lane) {
  Json arms = Json::array();
  for (const ArmRecord& arm : lane.arms) arms.push_back(ToJson(arm));
  return {{"lane", lane.lane},
          {"key", lane.draw.key},
          {"link_bytes", lane.draw.link_bytes},
          {"variable_bytes", lane.draw.variable_bytes},
          {"name_bytes", lane.draw.name_bytes},
          {"fixed_addresses", lane.draw.fixed_addresses},
          {"environment_sha256", lane.environment_sha256},
          {"arms", std::move(arms)},
          {"foreign_percent", lane.foreign_percent},
          {"marked", lane.marked},
          {"steal_percent", lane.steal_percent},
          {"load_before", lane.load_before},
          {"load_after", lane.load_after},
          {"mhz_before", OrNull(lane.mhz_before)},
          {"mhz_after", OrNull(lane.mhz_after)}};
}

static void TakeValue(const Json& json, Work* work) {
  Take(json, "nodes", &work->nodes);
  Take(json, "wall_ns", &work->wall_ns);
}

static void TakeValue(const Json& json, ArmRecord* arm) {
  Take(json, "arm", &arm->arm);
  Take(json, "program_sha256", &arm->program_sha256);
  Take(json, "program_bytes", &arm->program_bytes);
  TakeValue(json, &arm->all);
  Take(json, "cpu_ns", &arm->cpu_ns);
  Take(json, "instructions", &arm->instructions);
  Take(json, "tree", &arm->tree);
  if (json.is_object() && json.contains("groups")) {
    for (size_t i = 0; i < kGroups.size(); ++i) {
      Take(json["groups"], std::string(kGroups[i]).c_str(), &arm->groups[i]);
    }
  }
  Take(json, "start_up_us", &arm->start_up_us);
  Take(json, "peak_memory_kib", &arm->peak_memory_kib);
  Take(json, "huge_memory_kib", &arm->huge_memory_kib);
  Take(json, "final_counts", &arm->final_counts);
}

static void TakeValue(const Json& json, LaneRecord* lane) {
  Take(json, "lane", &lane->lane);
  Take(json, "key", &lane->draw.key);
  Take(json, "link_bytes", &lane->draw.link_bytes);
  Take(json, "variable_bytes", &lane->draw.variable_bytes);
  Take(json, "name_bytes", &lane->draw.name_bytes);
  Take(json, "fixed_addresses", &lane->draw.fixed_addresses);
  Take(json, "environment_sha256", &lane->environment_sha256);
  Take(json, "arms", &lane->arms);
  Take(json, "foreign_percent", &lane->foreign_percent);
  Take(json, "marked", &lane->marked);
  Take(json, "steal_percent", &lane->steal_percent);
  Take(json, "load_before", &lane->load_before);
  Take(json, "load_after", &lane->load_after);
  Take(json, "mhz_before", &lane->mhz_before);
  Take(json, "mhz_after", &lane->mhz_after);
}

namespace {

absl::Status NotOfThePlan(size_t record, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("record ", record, ": ", what));
}

// Whether the phase's lanes and arms are those that the plan orders in its run.
bool FollowsOrders(const measure::Plan& plan, size_t run, const PhaseRecord& phase) {
  if (phase.lanes.size() != plan.lanes.size()) return false;
  for (size_t i = 0; i < plan.lanes.size(); ++i) {
    const LaneRecord& lane = phase.lanes[i];
    const std::vector<std::string>& order = plan.orders[run][i];
    const bool same =
        lane.lane == plan.lanes[i].name &&
        std::equal(lane.arms.begin(), lane.arms.end(), order.begin(), order.end(),
                   [](const ArmRecord& a, const std::string& b) { return a.arm == b; });
    if (!same) return false;
    for (const ArmRecord& arm : lane.arms) {
      if (arm.all.nodes < 1 || arm.all.wall_ns < 1) return false;
    }
  }
  return true;
}

}  // namespace

const ArmRecord& LaneRecord::ArmOf(absl::string_view arm) const {
  const auto found =
      std::find_if(arms.begin(), arms.end(), [&](const ArmRecord& a) { return a.arm == arm; });
  CHECK(found != arms.end());
  return *found;
}

Json ToJson(const PhaseRecord& phase) {
  Json lanes = Json::array();
  for (const LaneRecord& lane : phase.lanes) lanes.push_back(ToJson(lane));
  return {{"kind", "phase"},
          {"run", phase.run},
          {"phase", phase.phase},
          {"began_s", phase.began_s},
          {"lanes", std::move(lanes)}};
}

absl::StatusOr<PhaseRecord> ParsePhase(const Json& json) {
  PhaseRecord phase;
  Take(json, "run", &phase.run);
  Take(json, "phase", &phase.phase);
  Take(json, "began_s", &phase.began_s);
  Take(json, "lanes", &phase.lanes);
  if (ToJson(phase) != json) return absl::DataLossError("not a phase as this tool records it");
  return phase;
}

Json StopRecord(absl::string_view run, i64 phase, absl::string_view why) {
  return {{"kind", "stop"}, {"run", std::string(run)}, {"phase", phase}, {"why", std::string(why)}};
}

absl::StatusOr<History> ReadHistory(const measure::Plan& plan, const measure::Records& records) {
  History history;
  history.head = records.head;
  for (size_t i = 0; i < records.items.size(); ++i) {
    const Json& item = records.items[i];
    if (!history.stop.empty()) return NotOfThePlan(i + 1, "comes after the technical stop");
    std::string kind;
    Take(item, "kind", &kind);
    if (kind == "stop") {
      Take(item, "why", &history.stop);
      if (history.stop.empty()) return NotOfThePlan(i + 1, "a stop without a reason");
      continue;
    }
    const size_t run = i / static_cast<size_t>(plan.phases);
    const i64 number = static_cast<i64>(i) % plan.phases + 1;
    const absl::StatusOr<PhaseRecord> phase = ParsePhase(item);
    if (!phase.ok()) return NotOfThePlan(i + 1, phase.status().message());
    if (run >= plan.runs.size()) return NotOfThePlan(i + 1, "comes after the last run");
    if (phase->run != plan.runs[run] || phase->phase != number ||
        !FollowsOrders(plan, run, *phase)) {
      return NotOfThePlan(i + 1, absl::StrCat("is not phase ", number, " of run ", plan.runs[run],
                                              " as the plan orders it"));
    }
    history.phases.push_back(*phase);
  }
  return history;
}

absl::Status CheckTrees(const PhaseRecord& phase, const PhaseRecord& first) {
  const ArmRecord& expected = first.lanes[0].arms[0];
  for (const LaneRecord& lane : phase.lanes) {
    for (const ArmRecord& arm : lane.arms) {
      if (arm.tree == expected.tree) continue;
      return absl::InternalError(absl::StrCat(
          "wrong tree: run ", phase.run, ", phase ", phase.phase, ", lane ", lane.lane, ": ",
          arm.arm, " searched ", arm.all.nodes, " nodes, ", expected.arm, " in run ", first.run,
          ", phase ", first.phase, " searched ", expected.all.nodes,
          arm.all.nodes == expected.all.nodes ? ", but not the same by positions" : ""));
    }
  }
  return absl::OkStatus();
}

}  // namespace coherent::tempo
