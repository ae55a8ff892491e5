#include "tools/gate/compare_logs.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "tools/gate/compare.h"
#include "tools/gate/verify.h"

namespace coherent::gate {
namespace {

absl::Status CheckSameSearches(const UciLog& base, const UciLog& candidate) {
  if (base.searches.size() != candidate.searches.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(candidate.path, ": found ", candidate.searches.size(), " searches, expected ",
                     base.searches.size(), " as in ", base.path));
  }
  for (size_t i = 0; i < base.searches.size(); ++i) {
    const LoggedSearch& a = base.searches[i];
    const LoggedSearch& b = candidate.searches[i];
    const bool both_tell = !a.go_line.empty() && !b.go_line.empty();
    if (!both_tell || (a.position_line == b.position_line && a.go_line == b.go_line)) continue;
    return absl::InvalidArgumentError(absl::StrCat(candidate.path, ":", b.line, ": search ", i + 1,
                                                   " is \"", b.position_line, "\", \"", b.go_line,
                                                   "\", expected \"", a.position_line, "\", \"",
                                                   a.go_line, "\" as in ", base.path, ":", a.line));
  }
  return absl::OkStatus();
}

EngineReport Describe(const UciLog& log) {
  EngineReport report;
  report.program = log.path;
  report.is_record = true;
  report.sha256 = log.sha256;
  report.name = log.name;
  report.options = log.options;
  return report;
}

// The searches of a log as positions of a report.
PositionSet PositionsOf(const UciLog& log) {
  PositionSet set{log.path, log.sha256, {}};
  for (size_t i = 0; i < log.searches.size(); ++i) {
    const LoggedSearch& search = log.searches[i];
    set.positions.push_back({absl::StrCat("search ", i + 1),
                             search.go_line.empty() ? "" : chess::ToFen(search.root), search.root,
                             search.position_line, search.go_line});
  }
  return set;
}

std::vector<Difference> Compare(const LoggedSearch& base, const LoggedSearch& candidate,
                                const Settings& settings) {
  std::vector<Difference> differences;
  const std::pair<Side, const LoggedSearch*> sides[] = {{Side::kBase, &base},
                                                        {Side::kCandidate, &candidate}};
  for (const auto& [side, search] : sides) {
    if (search->go_line.empty()) continue;  // the root is not known
    const bool is_depth = absl::StartsWith(search->go_line, "go depth ");
    const std::vector<Difference> own = VerifyAnswer(
        side, search->answer, search->root, is_depth ? Stage::kDepth : Stage::kNodes, settings);
    differences.insert(differences.end(), own.begin(), own.end());
  }
  const std::vector<Difference> between =
      CompareAnswers(base.answer, candidate.answer, settings.ignored_fields);
  differences.insert(differences.end(), between.begin(), between.end());
  return differences;
}

}  // namespace

absl::StatusOr<Report> CompareLogs(const UciLog& base, const UciLog& candidate,
                                   const std::set<std::string>& ignored_fields) {
  RETURN_IF_ERROR(CheckSameSearches(base, candidate));
  Report report;
  report.settings.stages = {Stage::kLog};
  report.settings.nodes = report.settings.depth = 0;  // not known, as the next two
  report.settings.hash_mib = report.settings.threads = 0;
  report.settings.ignored_fields.insert(ignored_fields.begin(), ignored_fields.end());
  report.base = Describe(base);
  report.candidate = Describe(candidate);
  report.positions = PositionsOf(base.searches.front().go_line.empty() ? candidate : base);
  if (!base.greeting.empty() && !candidate.greeting.empty()) {
    report.general = CompareGreetings(base.greeting, candidate.greeting);
  }
  StageReport stage;
  stage.stage = Stage::kLog;
  stage.status = StageReport::Status::kCompared;
  stage.planned = stage.compared = static_cast<i64>(base.searches.size());
  for (size_t i = 0; i < base.searches.size(); ++i) {
    const std::vector<Difference> differences =
        Compare(base.searches[i], candidate.searches[i], report.settings);
    stage.lines += static_cast<i64>(
        ComparedLines(base.searches[i].answer, report.settings.ignored_fields).size());
    for (const Difference& difference : differences) ++stage.counts[Index(difference.kind)];
    if (differences.empty()) continue;
    stage.differences.push_back({i, static_cast<i64>(differences.size()), differences.front()});
  }
  report.stages.push_back(std::move(stage));
  return report;
}

}  // namespace coherent::gate
