// coherent-gate minimize: the smallest search in which two engines differ. Specified by
// docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_MINIMIZE_H_
#define COHERENT_TOOLS_GATE_MINIMIZE_H_

#include <iosfwd>

#include "absl/status/status.h"
#include "tools/gate/options.h"

namespace coherent::gate {

// OK if there is no difference, FailedPrecondition if there is one.
absl::Status Minimize(const GateOptions& options, std::ostream& out);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_MINIMIZE_H_
