// The command line of coherent-gate.
#ifndef COHERENT_TOOLS_GATE_FLAGS_H_
#define COHERENT_TOOLS_GATE_FLAGS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <iosfwd>

#include "absl/status/status.h"
#include "tools/gate/options.h"

namespace coherent::gate {

using Command = std::function<absl::Status(std::ostream&)>;

// Adds the commands and their flags. The result runs whichever command was given, once the app has
// parsed; both arguments have to outlive it.
Command AddFlags(CLI::App& app, GateOptions& options);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_FLAGS_H_
