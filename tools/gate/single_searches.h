// Searches one at a time, of any limit, by one process of an engine: for commands that look for
// something, where run and check go through everything.
#ifndef COHERENT_TOOLS_GATE_SINGLE_SEARCHES_H_
#define COHERENT_TOOLS_GATE_SINGLE_SEARCHES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "tools/gate/answer.h"
#include "tools/gate/difference.h"
#include "tools/gate/engine_run.h"
#include "tools/gate/options.h"
#include "tools/gate/positions.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

class SingleSearches {
 public:
  static absl::StatusOr<SingleSearches> Start(absl::string_view role, const std::string& program,
                                              const GateOptions& options,
                                              const std::vector<std::string>& own_options,
                                              const Settings& settings, bool chess960);

  absl::StatusOr<Answer> Search(const GatePosition& position, Stage stage, i64 limit);

  // What does the same by hand, in a shell. It waits for the engine, which an end of input may end.
  std::string ShellLine(const GatePosition& position, Stage stage, i64 limit) const;

  absl::Status Quit() { return engine_.client->Quit(); }

 private:
  SingleSearches(std::string program, Settings settings, ReadyEngine engine)
      : program_(std::move(program)), settings_(std::move(settings)), engine_(std::move(engine)) {}

  std::string program_;
  Settings settings_;
  ReadyEngine engine_;
};

// The positions of the flags: that of --position alone, if there is one.
absl::StatusOr<PositionSet> ChosenPositions(const GateOptions& options);

// A difference as the report shows it: kind and field, both lines.
std::string Describe(const Difference& difference);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_SINGLE_SEARCHES_H_
