// What the gate asks of every engine: stages, limits, options. Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_SETTINGS_H_
#define COHERENT_TOOLS_GATE_SETTINGS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::gate {

// In the order in which they are run; the last one is for what was logged elsewhere.
enum class Stage : u8 { kNodes, kDepth, kBench, kLog };
inline constexpr Stage kStages[] = {Stage::kNodes, Stage::kDepth, Stage::kBench};

// "nodes", "depth", "bench", "log"
absl::string_view NameOf(Stage stage);

// "nodes,bench": each at most once, at least one.
absl::StatusOr<std::set<Stage>> ParseStages(absl::string_view text);

struct EngineOption {
  std::string name;
  std::string value;

  friend bool operator==(const EngineOption&, const EngineOption&) = default;
};

// "Move Overhead=10"; a button is "Clear Hash=".
absl::StatusOr<EngineOption> ParseEngineOption(absl::string_view text);

// The same for both sides of a comparison.
struct Settings {
  std::set<Stage> stages = {Stage::kNodes, Stage::kDepth, Stage::kBench};
  i64 nodes = 50000;
  i64 depth = 6;
  i64 hash_mib = 16;  // this and the next are set where they are offered
  i64 threads = 1;
  std::string bench_command = "bench";
  // Fields of info lines that are never compared.
  std::set<std::string> ignored_fields = {"nps", "time"};

  // "nodes 50000": what follows `go` in a stage with searches.
  std::string LimitsOf(Stage stage) const;
  friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_SETTINGS_H_
