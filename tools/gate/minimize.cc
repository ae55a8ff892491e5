#include "tools/gate/minimize.h"

#include <optional>
#include <ostream>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/progress.h"
#include "lib/base/status_macros.h"
#include "tools/gate/compare.h"
#include "tools/gate/setup.h"
#include "tools/gate/single_searches.h"

namespace coherent::gate {
namespace {

constexpr Stage kSearchStages[] = {Stage::kNodes, Stage::kDepth};

class Minimizer {
 public:
  Minimizer(const Settings& settings, SingleSearches* base, SingleSearches* candidate)
      : settings_(settings), base_(*base), candidate_(*candidate) {}

  // The first difference at a limit, if there is one.
  absl::StatusOr<std::optional<Difference>> FirstAt(const GatePosition& position, Stage stage,
                                                    i64 limit) {
    ASSIGN_OR_RETURN(const Answer base, base_.Search(position, stage, limit));
    ASSIGN_OR_RETURN(const Answer candidate, candidate_.Search(position, stage, limit));
    const std::vector<Difference> all = CompareAnswers(base, candidate, settings_.ignored_fields);
    return all.empty() ? std::nullopt : std::optional<Difference>(all.front());
  }

  i64 LimitOf(Stage stage) const {
    return stage == Stage::kNodes ? settings_.nodes : settings_.depth;
  }

  absl::StatusOr<bool> Differs(const GatePosition& position) {
    for (const Stage stage : kSearchStages) {
      if (settings_.stages.count(stage) == 0) continue;
      ASSIGN_OR_RETURN(const auto found, FirstAt(position, stage, LimitOf(stage)));
      if (found.has_value()) return true;
    }
    return false;
  }

  // Prints the smallest limit of the stage with a difference. A search is the beginning of one with
  // a larger limit, so that a difference stays, and halving finds where it begins.
  absl::Status Report(const GatePosition& position, Stage stage, std::ostream& out) {
    i64 equal = 0, differs = LimitOf(stage);
    ASSIGN_OR_RETURN(std::optional<Difference> found, FirstAt(position, stage, differs));
    if (!found.has_value()) {
      out << "\n" << NameOf(stage) << ": no difference at " << differs << "\n";
      return absl::OkStatus();
    }
    while (differs - equal > 1) {
      const i64 middle = equal + (differs - equal) / 2;
      ASSIGN_OR_RETURN(const auto first, FirstAt(position, stage, middle));
      (first.has_value() ? differs : equal) = middle;
      if (first.has_value()) found = first;
    }
    out << "\n" << NameOf(stage) << ": " << differs << " is the smallest limit with a difference";
    if (equal > 0) out << "; " << equal << " shows none";
    out << "\n"
        << Describe(*found) << base_.ShellLine(position, stage, differs) << "\n"
        << candidate_.ShellLine(position, stage, differs) << "\n"
        << std::flush;
    return absl::OkStatus();
  }

 private:
  const Settings& settings_;
  SingleSearches& base_;
  SingleSearches& candidate_;
};

}  // namespace

absl::Status Minimize(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Settings settings, SettingsFrom(options));
  ASSIGN_OR_RETURN(const PositionSet positions, ChosenPositions(options));
  const bool chess960 = positions.NeedsChess960();
  ASSIGN_OR_RETURN(SingleSearches base,
                   SingleSearches::Start("base", options.base, options, options.base_options,
                                         settings, chess960));
  ASSIGN_OR_RETURN(SingleSearches candidate,
                   SingleSearches::Start("candidate", options.candidate, options,
                                         options.candidate_options, settings, chess960));
  Minimizer minimizer(settings, &base, &candidate);
  const GatePosition* differing = nullptr;
  {
    Progress progress(static_cast<i64>(positions.positions.size()), "positions");
    for (const GatePosition& position : positions.positions) {
      ASSIGN_OR_RETURN(const bool differs, minimizer.Differs(position));
      progress.Advance();
      if (!differs) continue;
      differing = &position;
      break;
    }
  }
  if (differing == nullptr) {
    out << "no difference in " << positions.positions.size() << " positions\n";
  } else {
    out << differing->id << " differs\n";
    for (const Stage stage : kSearchStages) {
      if (settings.stages.count(stage) == 0) continue;
      RETURN_IF_ERROR(minimizer.Report(*differing, stage, out));
    }
  }
  RETURN_IF_ERROR(base.Quit());
  RETURN_IF_ERROR(candidate.Quit());
  if (differing == nullptr) return absl::OkStatus();
  return absl::FailedPreconditionError("the engines differ");
}

}  // namespace coherent::gate
