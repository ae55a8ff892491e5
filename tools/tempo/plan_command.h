// coherent-tempo plan.
#ifndef COHERENT_TOOLS_TEMPO_PLAN_COMMAND_H_
#define COHERENT_TOOLS_TEMPO_PLAN_COMMAND_H_

#include <ostream>

#include "absl/status/status.h"
#include "tools/tempo/options.h"

namespace coherent::tempo {

// Writes a plan with the hashes of all files, and prints its own. Does not replace a plan.
absl::Status WritePlan(const PlanOptions& options, std::ostream& out);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_PLAN_COMMAND_H_
