#include "tools/gate/single_searches.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "lib/base/status_macros.h"
#include "tools/gate/report.h"
#include "tools/gate/setup.h"

namespace coherent::gate {
namespace {

// As one word of a shell.
std::string ShellWord(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

Settings WithLimit(Settings settings, Stage stage, i64 limit) {
  (stage == Stage::kNodes ? settings.nodes : settings.depth) = limit;
  return settings;
}

}  // namespace

absl::StatusOr<SingleSearches> SingleSearches::Start(absl::string_view role,
                                                     const std::string& program,
                                                     const GateOptions& options,
                                                     const std::vector<std::string>& own_options,
                                                     const Settings& settings, bool chess960) {
  ASSIGN_OR_RETURN(const std::vector<EngineOption> own, ParseEngineOptions(own_options));
  ASSIGN_OR_RETURN(const Engine engine, FindEngine(role, program, options, own));
  ASSIGN_OR_RETURN(ReadyEngine ready, StartEngine(engine.spec, settings, chess960));
  return SingleSearches(engine.spec.program, settings, std::move(ready));
}

absl::StatusOr<Answer> SingleSearches::Search(const GatePosition& position, Stage stage,
                                              i64 limit) {
  ASSIGN_OR_RETURN(TimedAnswer timed, SearchOnce(*engine_.client, position, stage,
                                                 WithLimit(settings_, stage, limit)));
  return std::move(timed.answer);
}

std::string SingleSearches::ShellLine(const GatePosition& position, Stage stage, i64 limit) const {
  std::string line = "{ printf '%s\\n' uci";
  for (const EngineOption& option : engine_.options) {
    absl::StrAppend(
        &line, " ",
        ShellWord(absl::StrCat("setoption name ", option.name, " value ", option.value)));
  }
  absl::StrAppend(&line, " ucinewgame isready ", ShellWord(PositionLine(position)), " ",
                  ShellWord(GoLine(WithLimit(settings_, stage, limit), stage, position)),
                  "; sleep 5; } | ", ShellWord(program_));
  return line;
}

absl::StatusOr<PositionSet> ChosenPositions(const GateOptions& options) {
  ASSIGN_OR_RETURN(PositionSet set, PositionsFrom(options));
  if (options.position.empty()) return set;
  std::vector<GatePosition>& all = set.positions;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const GatePosition& entry) { return entry.id != options.position; }),
            all.end());
  if (!all.empty()) return set;
  return absl::InvalidArgumentError(
      absl::StrCat("--position: found \"", options.position, "\", expected an id in ", set.path));
}

std::string Describe(const Difference& difference) {
  const auto side = [](const MarkedText& text) { return text.text.empty() ? "-" : text.Marked(); };
  std::string text = absl::StrCat(NameOf(difference.kind), ": ", difference.field);
  if (difference.line != 0) absl::StrAppend(&text, ", info line ", difference.line);
  absl::StrAppend(&text, "\n  base       ", side(difference.base), "\n  candidate  ",
                  side(difference.candidate), "\n");
  return text;
}

}  // namespace coherent::gate
