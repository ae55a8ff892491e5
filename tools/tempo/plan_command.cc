#include "tools/tempo/plan_command.h"

#include <filesystem>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/measure/arrange.h"
#include "lib/measure/lane.h"
#include "lib/measure/plan.h"
#include "lib/measure/relink.h"
#include "lib/timing/workload.h"
#include "tools/tempo/scratch_directory.h"
#include "tools/tempo/workload.h"

namespace coherent::tempo {
namespace {

absl::StatusOr<std::pair<std::string, std::string>> SplitAt(const std::string& text, char mark,
                                                            const char* wanted) {
  const size_t at = text.find(mark);
  if (at == std::string::npos || at == 0) {
    return absl::InvalidArgumentError(absl::StrCat("found \"", text, "\", expected ", wanted));
  }
  return std::make_pair(text.substr(0, at), text.substr(at + 1));
}

absl::Status AddComponents(const PlanOptions& options, measure::Plan* plan) {
  for (const std::string& text : options.without) {
    ASSIGN_OR_RETURN(const auto named, SplitAt(text, '=', "NAME=PROGRAM"));
    measure::Component& component = plan->components.emplace_back();
    component.name = named.first;
    ASSIGN_OR_RETURN(component.without, measure::PlanFile(named.second));
  }
  for (const std::string& text : options.losses) {
    ASSIGN_OR_RETURN(const auto sides, SplitAt(text, '=', "NAME:QUANTITY=PERCENT"));
    ASSIGN_OR_RETURN(const auto named, SplitAt(sides.first, ':', "NAME:QUANTITY=PERCENT"));
    measure::Loss loss{named.second};
    if (!absl::SimpleAtod(sides.second, &loss.limit_percent)) {
      return absl::InvalidArgumentError(absl::StrCat("--loss ", text, ": no number"));
    }
    bool found = false;
    for (measure::Component& component : plan->components) {
      if (component.name != named.first) continue;
      component.losses.push_back(loss);
      found = true;
    }
    if (!found) {
      return absl::InvalidArgumentError(absl::StrCat("--loss ", text, ": no such component"));
    }
  }
  return absl::OkStatus();
}

absl::Status AddLanes(const PlanOptions& options, measure::Plan* plan) {
  for (const std::string& text : options.lanes) {
    ASSIGN_OR_RETURN(std::vector<int> cpus, measure::ParseCpuList(text));
    if (static_cast<i64>(cpus.size()) < options.threads) {
      return absl::InvalidArgumentError(
          absl::StrCat("--lane ", text, ": fewer CPUs than --threads ", options.threads));
    }
    plan->lanes.push_back({absl::StrCat("cpu", text), std::move(cpus)});
  }
  return absl::OkStatus();
}

// The file of the program that links, with its hash.
absl::StatusOr<measure::PlannedFile> Linker() {
  ASSIGN_OR_RETURN(const std::string path, FindProgram("ld.lld"));
  return measure::PlanFile(path);
}

// Programs that are objects are linked as for a phase, to find now what cannot be.
absl::Status AddLink(const PlanOptions& options, measure::Plan* plan) {
  const ScratchDirectory scratch(absl::StrCat(options.plan, ".link"));
  size_t objects = 0;
  for (const measure::PlannedFile* const program : plan->Programs()) {
    ASSIGN_OR_RETURN(const std::string bytes, measure::ReadPlanned(*program));
    if (!measure::IsObject(bytes)) continue;
    ++objects;
    plan->kit.link = absl::StrSplit(options.link, ' ', absl::SkipEmpty());
    if (plan->kit.link.empty()) return absl::InvalidArgumentError("--link: nothing links");
    const absl::StatusOr<std::string> linked = measure::Relink(
        measure::DrawFor(program->sha256, "", 0, ""), plan->kit.link, bytes, scratch.path());
    if (!linked.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(program->path, ": ", linked.status().message()));
    }
  }
  if (objects == 0) return absl::OkStatus();
  if (objects < plan->Programs().size()) {
    return absl::InvalidArgumentError("some programs are objects to be linked, others are not");
  }
  ASSIGN_OR_RETURN(plan->kit.files.emplace_back(), Linker());
  return absl::OkStatus();
}

absl::StatusOr<measure::Kit> KitOf(const PlanOptions& options) {
  measure::Kit kit;
  ASSIGN_OR_RETURN(kit.tool, ThisTool());
  ASSIGN_OR_RETURN(kit.positions, measure::PlanFile(options.positions));
  kit.limit = options.nodes.has_value()
                  ? absl::StrCat("nodes ", *options.nodes)
                  : absl::StrCat("depth ", options.depth.value_or(timing::kDefaultDepth));
  kit.hash_mib = options.hash_mib;
  kit.threads = options.threads;
  kit.options = options.options;
  kit.warm_up = options.warm_up;
  kit.timeout_s = options.timeout_s;
  kit.environment = {"LC_ALL=C", "PATH=/usr/bin:/bin"};
  kit.environment.insert(kit.environment.end(), options.environment.begin(),
                         options.environment.end());
  for (const std::string& path : options.files) {
    ASSIGN_OR_RETURN(kit.files.emplace_back(), measure::PlanFile(path));
  }
  RETURN_IF_ERROR(WorkloadOf(kit).status());
  return kit;
}

}  // namespace

absl::Status WritePlan(const PlanOptions& options, std::ostream& out) {
  if (std::filesystem::exists(options.plan)) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.plan, ": there is a plan already; a new one takes a new file"));
  }
  measure::Plan plan;
  plan.account = options.account;
  plan.determination = options.determination;
  plan.attempt = options.attempt;
  ASSIGN_OR_RETURN(plan.base, measure::PlanFile(options.base));
  ASSIGN_OR_RETURN(plan.bundle, measure::PlanFile(options.bundle));
  RETURN_IF_ERROR(AddComponents(options, &plan));
  plan.turns = options.turns;
  plan.control = !options.no_control;
  for (int run = 1; run <= measure::kRuns; ++run) plan.runs.push_back(absl::StrCat("run", run));
  plan.phases = options.phases;
  RETURN_IF_ERROR(AddLanes(options, &plan));
  plan.side_by_side = options.side_by_side;
  plan.orders = measure::BalancedOrders(plan.Arms(), plan.lanes.size(), options.seed);
  plan.foreign_percent = options.foreign_percent;
  plan.stop_when_foreign = options.stop_when_foreign;
  plan.estimator = options.estimator;
  plan.bound_percent = options.bound_percent;
  ASSIGN_OR_RETURN(plan.kit, KitOf(options));
  RETURN_IF_ERROR(AddLink(options, &plan));
  RETURN_IF_ERROR(measure::CheckPlan(plan));
  const std::string text = measure::PlanText(plan);
  RETURN_IF_ERROR(WriteFileAtomically(options.plan, text));
  out << options.plan << ": " << plan.components.size() << " components, " << plan.lanes.size()
      << " lanes, " << measure::kRuns << " runs of " << plan.phases << " phases\nsha256 "
      << Sha256Hex(text) << '\n';
  return absl::OkStatus();
}

}  // namespace coherent::tempo
