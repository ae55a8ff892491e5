// The plan's kit as work for an engine, and whether this program is the plan's.
#ifndef COHERENT_TOOLS_TEMPO_WORKLOAD_H_
#define COHERENT_TOOLS_TEMPO_WORKLOAD_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/measure/plan.h"
#include "lib/timing/workload.h"

namespace coherent::tempo {

absl::StatusOr<timing::Workload> WorkloadOf(const measure::Kit& kit);

// The file of the running program.
absl::StatusOr<measure::PlannedFile> ThisTool();

// Aborted if the running program is not the one that the plan names.
absl::Status CheckTool(const measure::Plan& plan);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_WORKLOAD_H_
