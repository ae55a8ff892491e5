// The command line of coherent-tempo.
#ifndef COHERENT_TOOLS_TEMPO_FLAGS_H_
#define COHERENT_TOOLS_TEMPO_FLAGS_H_

#include <CLI/CLI.hpp>

#include "tools/tempo/options.h"

namespace coherent::tempo {

void AddPlanFlags(CLI::App& app, PlanOptions& options);
void AddRunFlags(CLI::App& app, RunOptions& options);
void AddReportFlags(CLI::App& app, ReportOptions& options);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_FLAGS_H_
