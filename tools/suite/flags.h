// The command line of coherent-suite.
#ifndef COHERENT_TOOLS_SUITE_FLAGS_H_
#define COHERENT_TOOLS_SUITE_FLAGS_H_

#include <CLI/CLI.hpp>

#include "tools/suite/options.h"

namespace coherent::suite {

// `options` has to outlive `app`.
void AddFlags(CLI::App& app, SuiteOptions& options);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_FLAGS_H_
