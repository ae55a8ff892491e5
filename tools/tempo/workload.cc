#include "tools/tempo/workload.h"

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"

namespace coherent::tempo {

absl::StatusOr<timing::Workload> WorkloadOf(const measure::Kit& kit) {
  const std::pair<std::string, std::string> words =
      absl::StrSplit(kit.limit, absl::MaxSplits(' ', 1));
  i64 limit = 0;
  if ((words.first != "nodes" && words.first != "depth") ||
      !absl::SimpleAtoi(words.second, &limit) || limit < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("limit: found \"", kit.limit, "\", expected \"nodes N\" or \"depth N\""));
  }
  timing::WorkloadOptions options;
  options.positions = kit.positions.path;
  (words.first == "nodes" ? options.nodes : options.depth) = limit;
  options.hash_mib = kit.hash_mib;
  options.threads = kit.threads;
  options.options = kit.options;
  options.warm_up = kit.warm_up;
  options.timeout_s = kit.timeout_s;
  ASSIGN_OR_RETURN(timing::Workload workload, timing::ReadWorkload(options));
  if (workload.sha256 != kit.positions.sha256) {
    return absl::AbortedError(absl::StrCat(kit.positions.path, ": changed since it was planned"));
  }
  return workload;
}

absl::StatusOr<measure::PlannedFile> ThisTool() {
  ASSIGN_OR_RETURN(measure::PlannedFile tool, measure::PlanFile("/proc/self/exe"));
  tool.path = "coherent-tempo";
  return tool;
}

absl::Status CheckTool(const measure::Plan& plan) {
  ASSIGN_OR_RETURN(const measure::PlannedFile tool, ThisTool());
  if (tool.sha256 == plan.kit.tool.sha256) return absl::OkStatus();
  return absl::AbortedError(absl::StrCat("this coherent-tempo is not the plan's: found ",
                                         tool.sha256, ", expected ", plan.kit.tool.sha256));
}

}  // namespace coherent::tempo
