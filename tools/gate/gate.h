// coherent-gate: does one engine search and report exactly as another, or as its own record?
// Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_GATE_H_
#define COHERENT_TOOLS_GATE_GATE_H_

#include <iosfwd>

#include "absl/status/status.h"
#include "tools/gate/options.h"

namespace coherent::gate {

// Each prints its report to `out` and returns OK only for equal engines, or a written record; see
// Report::ToStatus and RunTool for the exit codes.
absl::Status RunGate(const GateOptions& options, std::ostream& out);
absl::Status RecordEngine(const GateOptions& options, std::ostream& out);
absl::Status CheckEngine(const GateOptions& options, std::ostream& out);
// Of two saved conversations, `base` and `candidate`.
absl::Status RunLogs(const GateOptions& options, std::ostream& out);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_GATE_H_
