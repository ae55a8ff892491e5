#include "engine/options.h"

#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/search/params.h"
#include "lib/search/score.h"
#include "lib/search/threads.h"
#include "lib/syzygy/probe.h"

namespace coherent {
namespace {

using uci::OptionTiming;

using Threads = search::SearchThreads<search::FixedParams>;

// Puts a value where it is read; that never fails.
template <class T, class U>
auto Store(U& setting) {
  return [&setting](T value) {
    setting = static_cast<U>(value);
    return absl::OkStatus();
  };
}

void AddEndgameOptions(search::EndgameOptions& endgames, const SearchActions& actions,
                       uci::OptionTable& options) {
  options.AddText("SyzygyPath", "", OptionTiming::kBetweenSearches, actions.load_tables);
  const auto add_spin = [&](absl::string_view name, uci::SpinRange range, int& setting) {
    options.AddSpin(name, range, OptionTiming::kBetweenSearches,
                    [&setting, changed = actions.set_endgames](i64 value) {
                      setting = static_cast<int>(value);
                      changed();
                      return absl::OkStatus();
                    });
  };
  add_spin("SyzygyProbeDepth", {.initial = endgames.min_depth, .min = 1, .max = 100},
           endgames.min_depth);
  add_spin("SyzygyProbeLimit", {.initial = endgames.max_pieces, .min = 0, .max = 7},
           endgames.max_pieces);
  options.AddCheck("Syzygy50MoveRule", true, OptionTiming::kBetweenSearches,
                   [&endgames, changed = actions.set_endgames](bool counts) {
                     endgames.rule =
                         counts ? syzygy::FiftyMoveRule::kCounts : syzygy::FiftyMoveRule::kIgnored;
                     changed();
                     return absl::OkStatus();
                   });
}

}  // namespace

absl::Status CheckPhysicalMemory(i64 mib) {
  const i64 there_is = (static_cast<i64>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE)) >> 20;
  if (mib <= there_is) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("found ", mib, " MiB, expected at most the ", there_is, " of this machine"));
}

uci::OptionTable MakeOptions(EngineSettings& settings, SearchActions actions) {
  uci::OptionTable options;
  options.AddSpin(
      "Hash", {.initial = kDefaultHashMib, .min = Threads::kMinHashMib, .max = 33'554'432},
      OptionTiming::kBetweenSearches, [resize = std::move(actions.resize_hash)](i64 mib) {
        const absl::Status status = CheckPhysicalMemory(mib);
        return status.ok() ? resize(static_cast<int>(mib)) : status;
      });
  options.AddButton("Clear Hash", OptionTiming::kBetweenSearches,
                    [clear = std::move(actions.clear_hash)] {
                      clear();
                      return absl::OkStatus();
                    });
  options.AddText("EvalFile", "", OptionTiming::kBetweenSearches, std::move(actions.load_network));
  options.AddCheck("Value Cache", false, OptionTiming::kBetweenSearches,
                   [keep = std::move(actions.keep_values)](bool value) {
                     keep(value);
                     return absl::OkStatus();
                   });
  options.AddSpin("Threads", {.initial = 1, .min = 1, .max = 1'024}, OptionTiming::kBetweenSearches,
                  [set = std::move(actions.set_threads)](i64 count) {
                    absl::Status status = CheckPhysicalMemory(count * Threads::kMibOfThread);
                    if (status.ok()) set(static_cast<int>(count));
                    return status;
                  });
  // Its offer tells the GUI that `go ponder` is understood; there is nothing to be set.
  options.AddCheck("Ponder", false, OptionTiming::kAnyTime, [](bool) { return absl::OkStatus(); });
  options.AddSpin("MultiPV", {.initial = 1, .min = 1, .max = 256}, OptionTiming::kAnyTime,
                  Store<i64>(settings.multi_pv));
  options.AddSpin("Move Overhead", {.initial = settings.move_overhead_ms, .min = 0, .max = 5'000},
                  OptionTiming::kAnyTime, Store<i64>(settings.move_overhead_ms));
  options.AddCheck("UCI_Chess960", false, OptionTiming::kAnyTime,
                   Store<bool>(settings.is_chess960));
  options.AddCheck("UCI_ShowWDL", false, OptionTiming::kAnyTime, Store<bool>(settings.shows_wdl));
  AddEndgameOptions(settings.endgames, actions, options);
  options.AddSpin("Depth", {.initial = settings.depth, .min = 0, .max = search::kMaxPly - 1},
                  OptionTiming::kAnyTime, Store<i64>(settings.depth));
  return options;
}

void AddParameterOptions(search::SearchParams& params, const std::function<void()>& changed,
                         uci::OptionTable& options) {
  for (const search::ParamSpec& spec : search::kParamSpecs) {
    options.AddSpin(spec.name, {.initial = params.*spec.field, .min = spec.min, .max = spec.max},
                    OptionTiming::kBetweenSearches, [&params, &spec, changed](i64 value) {
                      params.*spec.field = static_cast<int>(value);
                      changed();
                      return absl::OkStatus();
                    });
  }
}

}  // namespace coherent
