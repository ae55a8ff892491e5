#include "lib/measure/plan.h"

#include <algorithm>
#include <set>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/file.h"
#include "lib/base/random.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/measure/json_fields.h"

namespace coherent::measure {
namespace {

constexpr char kSchema[] = "coherent-tempo-plan/1";
constexpr size_t kMaxArms = 100;

Json ToJson(const PlannedFile& file) {
  return {{"path", file.path}, {"sha256", file.sha256}, {"bytes", file.bytes}};
}

Json ToJson(const Component& component) {
  Json losses = Json::array();
  for (const Loss& loss : component.losses) {
    losses.push_back({{"quantity", loss.quantity}, {"limit_percent", loss.limit_percent}});
  }
  return {{"name", component.name},
          {"without", ToJson(component.without)},
          {"losses", std::move(losses)}};
}

Json ToJson(const Kit& kit) {
  Json files = Json::array();
  for (const PlannedFile& file : kit.files) files.push_back(ToJson(file));
  return {{"tool", ToJson(kit.tool)},
          {"positions", ToJson(kit.positions)},
          {"limit", kit.limit},
          {"hash_mib", kit.hash_mib},
          {"threads", kit.threads},
          {"options", kit.options},
          {"warm_up", kit.warm_up},
          {"timeout_s", kit.timeout_s},
          {"environment", kit.environment},
          {"link", kit.link},
          {"files", std::move(files)}};
}

Json ToJson(const Plan& plan) {
  Json components = Json::array();
  for (const Component& component : plan.components) components.push_back(ToJson(component));
  Json lanes = Json::array();
  for (const PlannedLane& lane : plan.lanes) {
    lanes.push_back({{"name", lane.name}, {"cpus", lane.cpus}});
  }
  return {{"schema", kSchema},
          {"rule_sha256", Sha256Hex(RuleText())},
          {"account", plan.account},
          {"determination", plan.determination},
          {"attempt", plan.attempt},
          {"base", ToJson(plan.base)},
          {"bundle", ToJson(plan.bundle)},
          {"components", std::move(components)},
          {"control", plan.control},
          {"arrangement",
           plan.kit.link.empty() ? "copy, padding, addresses" : "link, copy, padding, addresses"},
          {"runs", plan.runs},
          {"phases", plan.phases},
          {"lanes", std::move(lanes)},
          {"side_by_side", plan.side_by_side},
          {"turns", plan.turns},
          {"orders", plan.orders},
          {"foreign_percent", plan.foreign_percent},
          {"stop_when_foreign", plan.stop_when_foreign},
          {"estimator", plan.estimator},
          {"bound_percent", plan.bound_percent},
          {"kit", ToJson(plan.kit)}};
}

}  // namespace

// In the structs' own namespace, where Take finds them.
static void TakeValue(const Json& json, PlannedFile* file) {
  Take(json, "path", &file->path);
  Take(json, "sha256", &file->sha256);
  Take(json, "bytes", &file->bytes);
}

static void TakeValue(const Json& json, Loss* loss) {
  Take(json, "quantity", &loss->quantity);
  Take(json, "limit_percent", &loss->limit_percent);
}

static void TakeValue(const Json& json, PlannedLane* lane) {
  Take(json, "name", &lane->name);
  Take(json, "cpus", &lane->cpus);
}

static void TakeValue(const Json& json, Component* component) {
  Take(json, "name", &component->name);
  Take(json, "without", &component->without);
  Take(json, "losses", &component->losses);
}

static void TakeValue(const Json& json, Kit* kit) {
  Take(json, "tool", &kit->tool);
  Take(json, "positions", &kit->positions);
  Take(json, "limit", &kit->limit);
  Take(json, "hash_mib", &kit->hash_mib);
  Take(json, "threads", &kit->threads);
  Take(json, "options", &kit->options);
  Take(json, "warm_up", &kit->warm_up);
  Take(json, "timeout_s", &kit->timeout_s);
  Take(json, "environment", &kit->environment);
  Take(json, "link", &kit->link);
  Take(json, "files", &kit->files);
}

namespace {

Plan FromJson(const Json& json) {
  Plan plan;
  Take(json, "account", &plan.account);
  Take(json, "determination", &plan.determination);
  Take(json, "attempt", &plan.attempt);
  Take(json, "base", &plan.base);
  Take(json, "bundle", &plan.bundle);
  Take(json, "components", &plan.components);
  Take(json, "control", &plan.control);
  Take(json, "runs", &plan.runs);
  Take(json, "phases", &plan.phases);
  Take(json, "lanes", &plan.lanes);
  Take(json, "side_by_side", &plan.side_by_side);
  Take(json, "turns", &plan.turns);
  Take(json, "orders", &plan.orders);
  Take(json, "foreign_percent", &plan.foreign_percent);
  Take(json, "stop_when_foreign", &plan.stop_when_foreign);
  Take(json, "estimator", &plan.estimator);
  Take(json, "bound_percent", &plan.bound_percent);
  Take(json, "kit", &plan.kit);
  return plan;
}

absl::Status Refused(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("plan: ", what));
}

bool AllDiffer(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

bool IsName(absl::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

absl::Status CheckComponents(const Plan& plan) {
  if (plan.components.empty()) return Refused("no component");
  for (const Component& component : plan.components) {
    if (!IsName(component.name) || component.name == "base") {
      return Refused(absl::StrCat("component \"", component.name, "\": want a name of a-z 0-9 _ -",
                                  ", not bundle, base or control"));
    }
    std::vector<std::string> quantities;
    for (const Loss& loss : component.losses) {
      if (std::find(std::begin(kQuantities), std::end(kQuantities), loss.quantity) ==
              std::end(kQuantities) ||
          !(loss.limit_percent >= 0)) {
        return Refused(absl::StrCat("loss ", component.name, ":", loss.quantity, "=",
                                    loss.limit_percent, ": no such quantity or limit"));
      }
      quantities.push_back(loss.quantity);
    }
    if (!AllDiffer(quantities)) return Refused(absl::StrCat(component.name, ": a loss twice"));
  }
  std::vector<std::string> names = plan.Arms();
  if (!plan.control) names.emplace_back("control");
  if (!AllDiffer(names)) return Refused("a component's name twice, or bundle, or control");
  if (names.size() >= kMaxArms) return Refused("too many components");
  return absl::OkStatus();
}

absl::Status CheckLanes(const Plan& plan) {
  std::vector<std::string> names;
  std::set<int> cpus;
  size_t count = 0;
  for (const PlannedLane& lane : plan.lanes) {
    if (lane.cpus.empty()) return Refused(absl::StrCat("lane ", lane.name, " has no CPU"));
    names.push_back(lane.name);
    cpus.insert(lane.cpus.begin(), lane.cpus.end());
    count += lane.cpus.size();
  }
  if (plan.lanes.empty()) return Refused("no lane");
  if (!AllDiffer(names) || cpus.size() != count) return Refused("lanes overlap");
  return absl::OkStatus();
}

// In how many runs the bundle comes after `arm`.
int LaterRuns(const Plan& plan, size_t lane, absl::string_view arm) {
  int later = 0;
  for (const auto& orders : plan.orders) {
    const std::vector<std::string>& order = orders[lane];
    later +=
        std::find(order.begin(), order.end(), "bundle") > std::find(order.begin(), order.end(), arm)
            ? 1
            : 0;
  }
  return later;
}

absl::Status CheckOrders(const Plan& plan) {
  std::vector<std::string> arms = plan.Arms();
  std::sort(arms.begin(), arms.end());
  if (plan.orders.size() != plan.runs.size()) return Refused("not one order for each run");
  for (const auto& orders : plan.orders) {
    if (orders.size() != plan.lanes.size()) return Refused("not one order for each lane");
    for (std::vector<std::string> order : orders) {
      std::sort(order.begin(), order.end());
      if (order != arms) return Refused("an order that does not have every arm once");
    }
  }
  for (size_t lane = 0; lane < plan.lanes.size(); ++lane) {
    for (const std::string& arm : plan.Compared()) {
      const int later = LaterRuns(plan, lane, arm);
      if (2 * later != kRuns) {
        return Refused(absl::StrCat("not balanced: on lane ", plan.lanes[lane].name,
                                    " the bundle runs after ", arm, " in ", later, " of ", kRuns,
                                    " runs, expected ", kRuns / 2));
      }
    }
  }
  return absl::OkStatus();
}

// The first line in which the texts differ.
std::string FirstDifference(absl::string_view found, absl::string_view expected) {
  const std::vector<absl::string_view> ours = absl::StrSplit(found, '\n');
  const std::vector<absl::string_view> theirs = absl::StrSplit(expected, '\n');
  size_t line = 0;
  while (line < ours.size() && line < theirs.size() && ours[line] == theirs[line]) ++line;
  const auto at = [line](const std::vector<absl::string_view>& lines) {
    return line < lines.size() ? lines[line] : "the end";
  };
  return absl::StrCat(line + 1, ": found \"", at(ours), "\", expected \"", at(theirs), "\"");
}

}  // namespace

absl::string_view RuleText() {
  return "c of a run = mean over its phases of 100 (ln rate of the bundle - ln rate without the "
         "component), rate = nodes / wall time. A component passes if on every lane at least 7 of "
         "the 8 c are above zero and no phase is further than 2.0 points from the median of its "
         "run and lane. A worsening beyond the limit of its loss (0 for one that is not declared) "
         "in all 8 runs on a lane blocks the whole bundle. Nothing is computed "
         "before the last run.";
}

absl::StatusOr<PlannedFile> PlanFile(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  return PlannedFile{std::string(path), Sha256Hex(bytes), static_cast<i64>(bytes.size())};
}

absl::StatusOr<std::string> ReadPlanned(const PlannedFile& file) {
  ASSIGN_OR_RETURN(std::string bytes, ReadFile(file.path));
  const std::string found = Sha256Hex(bytes);
  if (found != file.sha256) {
    return absl::AbortedError(absl::StrCat(file.path, ": changed since it was planned: found ",
                                           found, ", expected ", file.sha256));
  }
  return bytes;
}

std::vector<std::string> Plan::Compared() const {
  std::vector<std::string> arms;
  for (const Component& component : components) arms.push_back(component.name);
  if (control) arms.emplace_back("control");
  return arms;
}

std::vector<std::string> Plan::Arms() const {
  std::vector<std::string> arms = Compared();
  arms.insert(arms.begin(), "bundle");
  return arms;
}

const PlannedFile& Plan::FileOf(absl::string_view arm) const {
  if (arm == "base") return base;
  for (const Component& component : components) {
    if (component.name == arm) return component.without;
  }
  return bundle;
}

std::vector<const PlannedFile*> Plan::Programs() const {
  std::vector<const PlannedFile*> programs = {&base, &bundle};
  for (const Component& component : components) programs.push_back(&component.without);
  return programs;
}

std::vector<std::vector<std::vector<std::string>>> BalancedOrders(
    const std::vector<std::string>& arms, size_t lanes, u64 seed) {
  Random random(seed);
  std::vector<std::vector<std::vector<std::string>>> orders(kRuns);
  for (size_t lane = 0; lane < lanes; ++lane) {
    std::vector<std::vector<std::string>> of_lane;
    for (int i = 0; i < kRuns / 2; ++i) {
      std::vector<std::string> order = arms;
      random.Shuffle(std::span(order));
      of_lane.push_back(order);
      of_lane.emplace_back(order.rbegin(), order.rend());
    }
    random.Shuffle(std::span(of_lane));
    for (int run = 0; run < kRuns; ++run) orders[run].push_back(of_lane[run]);
  }
  return orders;
}

absl::Status CheckPlan(const Plan& plan) {
  if (plan.runs.size() != kRuns || !AllDiffer(plan.runs)) {
    return Refused(absl::StrCat("want ", kRuns, " runs with names of their own"));
  }
  if (plan.phases < 1 || plan.attempt < 1) return Refused("no phase, or no attempt");
  if (plan.estimator != "mean" && plan.estimator != "median" &&
      plan.estimator != "second_smallest") {
    return Refused(absl::StrCat("no estimator \"", plan.estimator, "\""));
  }
  if (plan.turns != kTurnsOfPositions && plan.turns != kTurnsOfPrograms) {
    return Refused(absl::StrCat("no turns \"", plan.turns, "\""));
  }
  RETURN_IF_ERROR(CheckComponents(plan));
  RETURN_IF_ERROR(CheckLanes(plan));
  return CheckOrders(plan);
}

std::string PlanText(const Plan& plan) { return ToJson(plan).dump(1) + "\n"; }

absl::StatusOr<HashedPlan> ParsePlan(absl::string_view name, absl::string_view text) {
  ASSIGN_OR_RETURN(const Json json, ParseJson(name, text));
  HashedPlan result{FromJson(json), Sha256Hex(text)};
  const std::string expected = PlanText(result.plan);
  if (text != expected) {
    return absl::InvalidArgumentError(absl::StrCat(name, ":", FirstDifference(text, expected)));
  }
  RETURN_IF_ERROR(CheckPlan(result.plan));
  return result;
}

absl::StatusOr<HashedPlan> ReadPlan(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParsePlan(path, text);
}

}  // namespace coherent::measure
