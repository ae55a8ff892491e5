// coherent-gate bisect: the commit with which an engine's output changed first. Specified by
// docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_BISECT_H_
#define COHERENT_TOOLS_GATE_BISECT_H_

#include <iosfwd>

#include "absl/status/status.h"
#include "tools/gate/options.h"

namespace coherent::gate {

// OK if the commit was found. FailedPrecondition if good and bad do not differ, or if what is left
// cannot be built.
absl::Status Bisect(const GateOptions& options, std::ostream& out);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_BISECT_H_
