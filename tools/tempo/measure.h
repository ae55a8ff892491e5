// Measuring: phase after phase as the plan says, each recorded before the next one begins.
#ifndef COHERENT_TOOLS_TEMPO_MEASURE_H_
#define COHERENT_TOOLS_TEMPO_MEASURE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/measure/plan.h"
#include "tools/tempo/phase.h"

namespace coherent::tempo {

// Goes on with the records in the file `log`, which begin with `anchor`, up to the last phase, and
// returns them all. Whatever goes wrong in a phase is recorded as a technical stop, and an error
// then and ever after (Aborted). Shows nothing of what it measures.
absl::StatusOr<History> Measure(const measure::HashedPlan& plan, absl::string_view anchor,
                                const std::string& log);

// The plan for the whole bundle against the base: one component, "whole", in the places of the
// plan's first one.
measure::Plan WholePlan(const measure::Plan& plan);

// The hash that the records of WholePlan begin with.
std::string WholeAnchor(const measure::HashedPlan& plan);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_MEASURE_H_
