// The options the engine offers: only what works. docs/uci.md lists them for users.
#ifndef COHERENT_ENGINE_OPTIONS_H_
#define COHERENT_ENGINE_OPTIONS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/search/endgame_tables.h"
#include "lib/search/params.h"
#include "lib/uci/options.h"

namespace coherent {

inline constexpr int kDefaultHashMib = 64;

// What a search reads when it begins.
struct EngineSettings {
  int depth = 12;  // of a `go` without a limit for the side to move; 0: until `stop`
  int multi_pv = 1;
  i64 move_overhead_ms = 10;
  bool is_chess960 = false;
  bool shows_wdl = false;
  search::EndgameOptions endgames;
};

// What reaches into the search, called while none is running.
struct SearchActions {
  std::function<void(int count)> set_threads;
  std::function<absl::Status(int mib)> resize_hash;
  std::function<void()> clear_hash;
  // The net of this file; "": the one compiled in. What was there stays if it fails.
  std::function<absl::Status(const std::string& path)> load_network;
  std::function<void(bool)> keep_values;
  // The endgame tables of these folders; "": none. What was there stays if it fails.
  std::function<absl::Status(const std::string& folders)> load_tables;
  // Called after EngineSettings::endgames has changed.
  std::function<void()> set_endgames;
};

// `settings` outlives the table.
uci::OptionTable MakeOptions(EngineSettings& settings, SearchActions actions);

// Adds an option for each parameter of the search, by its name; `changed` is called after a value
// has been put into `params`. Both outlive the table.
void AddParameterOptions(search::SearchParams& params, const std::function<void()>& changed,
                         uci::OptionTable& options);

// Refuses what the machine does not have: the system grants more than that and kills later.
absl::Status CheckPhysicalMemory(i64 mib);

}  // namespace coherent

#endif  // COHERENT_ENGINE_OPTIONS_H_
