// From flags to what a run works with: settings, positions, engines, an empty report.
#ifndef COHERENT_TOOLS_GATE_SETUP_H_
#define COHERENT_TOOLS_GATE_SETUP_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/gate/engine_run.h"
#include "tools/gate/options.h"
#include "tools/gate/positions.h"
#include "tools/gate/report.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

// An error names the flag.
absl::Status CheckNumbers(const GateOptions& options);
absl::StatusOr<Settings> SettingsFrom(const GateOptions& options);

// The positions of the file, or the sample of --quick.
absl::StatusOr<PositionSet> PositionsFrom(const GateOptions& options);
void ThinIfQuick(const GateOptions& options, PositionSet* positions);

// An engine as the user names it, found and hashed.
struct Engine {
  EngineSpec spec;
  std::string sha256;
};
// `own_options` are those that do not hold for both engines.
absl::StatusOr<Engine> FindEngine(absl::string_view role, const std::string& program,
                                  const GateOptions& options,
                                  const std::vector<EngineOption>& own_options);

absl::StatusOr<std::vector<EngineOption>> ParseEngineOptions(const std::vector<std::string>& texts);

// How many positions are searched side by side if the flags leave it open: as many as keep every
// processor busy.
absl::StatusOr<int> JobsFrom(const GateOptions& options, int processes_a_job);

// Nothing compared yet.
Report NewReport(const Settings& settings, PositionSet positions, int jobs);

// What is known of an engine once it has started.
void Describe(const Engine& engine, const EngineRun::Start& start, EngineReport* report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_SETUP_H_
