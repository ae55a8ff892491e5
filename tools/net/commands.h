// The command line of coherent-net.
#ifndef COHERENT_TOOLS_NET_COMMANDS_H_
#define COHERENT_TOOLS_NET_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <istream>
#include <ostream>

#include "absl/status/status.h"

namespace coherent {

// Adds the commands to `app`, which lives as long as the result. That runs the command that was
// parsed.
std::function<absl::Status(std::istream& in, std::ostream& out)> AddNetCommands(CLI::App& app);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_COMMANDS_H_
