#include "tools/gate/settings.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace coherent::gate {

absl::string_view NameOf(Stage stage) {
  static constexpr absl::string_view kNames[] = {"nodes", "depth", "bench", "log"};
  return kNames[static_cast<size_t>(stage)];
}

absl::StatusOr<std::set<Stage>> ParseStages(absl::string_view text) {
  std::set<Stage> stages;
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    const auto* const found = std::find_if(
        std::begin(kStages), std::end(kStages),
        [&](Stage stage) { return NameOf(stage) == absl::StripAsciiWhitespace(name); });
    if (found == std::end(kStages) || !stages.insert(*found).second) {
      return absl::InvalidArgumentError(absl::StrCat(
          "stages: found \"", name, "\", expected nodes, depth, bench, each at most once"));
    }
  }
  return stages;
}

absl::StatusOr<EngineOption> ParseEngineOption(absl::string_view text) {
  const std::pair<std::string, std::string> halves = absl::StrSplit(text, absl::MaxSplits('=', 1));
  const absl::string_view name = absl::StripAsciiWhitespace(halves.first);
  if (name.empty() || !absl::StrContains(text, '=')) {
    return absl::InvalidArgumentError(
        absl::StrCat("option: found \"", text, "\", expected NAME=VALUE"));
  }
  return EngineOption{std::string(name), std::string(absl::StripAsciiWhitespace(halves.second))};
}

std::string Settings::LimitsOf(Stage stage) const {
  return absl::StrCat(NameOf(stage), " ", stage == Stage::kNodes ? nodes : depth);
}

}  // namespace coherent::gate
