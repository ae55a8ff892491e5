#include "tools/gate/bisect.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "tools/gate/compare.h"
#include "tools/gate/git.h"
#include "tools/gate/revisions.h"
#include "tools/gate/setup.h"
#include "tools/gate/single_searches.h"

namespace coherent::gate {
namespace {

constexpr size_t kShownDigits = 12;

class Bisection {
 public:
  Bisection(const GateOptions& options, Settings settings, PositionSet positions, std::ostream& out)
      : options_(options),
        settings_(std::move(settings)),
        positions_(std::move(positions)),
        builder_(options.bisect),
        out_(out) {}

  absl::Status Run() {
    const std::string& repository = options_.bisect.repository;
    ASSIGN_OR_RETURN(const std::string good, ResolveCommit(repository, options_.bisect.good));
    ASSIGN_OR_RETURN(bad_, ResolveCommit(repository, options_.bisect.bad));
    ASSIGN_OR_RETURN(const std::string shared, RunGit(repository, {"merge-base", good, bad_}));
    if (shared != good) {
      return absl::InvalidArgumentError("--good: expected an ancestor of --bad");
    }
    RETURN_IF_ERROR(LearnGood(good));
    RETURN_IF_ERROR(FirstLook());
    return Halve();
  }

 private:
  // What an engine answers to search number `index`.
  absl::StatusOr<Answer> AnswerTo(SingleSearches& engine, size_t index) {
    const Stage stage = stages_[index / positions_.positions.size()];
    return engine.Search(positions_.positions[index % positions_.positions.size()], stage,
                         stage == Stage::kNodes ? settings_.nodes : settings_.depth);
  }

  absl::StatusOr<SingleSearches> StartBuilt(const std::string& commit, const std::string& program) {
    return SingleSearches::Start(commit.substr(0, kShownDigits), program, options_, {}, settings_,
                                 positions_.NeedsChess960());
  }

  absl::Status LearnGood(const std::string& commit) {
    for (const Stage stage : {Stage::kNodes, Stage::kDepth}) {
      if (settings_.stages.count(stage) != 0) stages_.push_back(stage);
    }
    ASSIGN_OR_RETURN(const RevisionBuilder::Built built, builder_.Build(commit));
    if (!built.program.has_value()) return CannotBuild("--good", built);
    ASSIGN_OR_RETURN(SingleSearches engine, StartBuilt(commit, *built.program));
    for (size_t i = 0; i < stages_.size() * positions_.positions.size(); ++i) {
      ASSIGN_OR_RETURN(Answer answer, AnswerTo(engine, i));
      expected_.push_back(std::move(answer));
    }
    good_ = {commit};
    out_ << "good " << commit.substr(0, kShownDigits) << ", " << expected_.size() << " searches\n"
         << std::flush;
    return engine.Quit();
  }

  // Where a revision differs from the good one, as text; empty if nowhere. The searches that have
  // told one apart come first.
  absl::StatusOr<std::string> DifferenceOf(const std::string& commit, const std::string& program) {
    ASSIGN_OR_RETURN(SingleSearches engine, StartBuilt(commit, program));
    std::string text;
    for (size_t step = 0; text.empty() && step <= expected_.size(); ++step) {
      const size_t i = step == 0 ? telling_ : step - 1;
      if (step > 0 && i == telling_) continue;
      ASSIGN_OR_RETURN(const Answer answer, AnswerTo(engine, i));
      const std::vector<Difference> all =
          CompareAnswers(expected_[i], answer, settings_.ignored_fields);
      if (all.empty()) continue;
      telling_ = i;
      const size_t position = i % positions_.positions.size();
      text = absl::StrCat(positions_.positions[position].id, ", ",
                          NameOf(stages_[i / positions_.positions.size()]), ": ",
                          Describe(all.front()));
    }
    RETURN_IF_ERROR(engine.Quit());
    return text;
  }

  // The bad one has to differ, else there is nothing to look for.
  absl::Status FirstLook() {
    ASSIGN_OR_RETURN(const RevisionBuilder::Built built, builder_.Build(bad_));
    if (!built.program.has_value()) return CannotBuild("--bad", built);
    ASSIGN_OR_RETURN(difference_, DifferenceOf(bad_, *built.program));
    if (difference_.empty()) {
      return absl::FailedPreconditionError("the bad revision does not differ from the good one");
    }
    out_ << "bad  " << bad_.substr(0, kShownDigits) << ", " << difference_ << std::flush;
    return absl::OkStatus();
  }

  absl::Status Halve() {
    while (true) {
      ASSIGN_OR_RETURN(const std::vector<std::string> left,
                       Candidates(options_.bisect.repository, bad_, good_));
      const auto next = std::find_if(left.begin(), left.end(), [&](const std::string& commit) {
        return commit != bad_ && unbuildable_.count(commit) == 0;
      });
      if (next == left.end()) return Conclude(left);
      ASSIGN_OR_RETURN(const RevisionBuilder::Built built, builder_.Build(*next));
      out_ << *next << ": ";
      if (!built.program.has_value()) {
        unbuildable_.insert(*next);
        out_ << "cannot be built, see " << built.log << "\n" << std::flush;
        continue;
      }
      ASSIGN_OR_RETURN(const std::string text, DifferenceOf(*next, *built.program));
      out_ << (text.empty() ? "good" : "bad") << "\n" << std::flush;
      if (text.empty()) {
        good_.insert(*next);
      } else {
        bad_ = *next;
        difference_ = text;
      }
    }
  }

  absl::Status Conclude(const std::vector<std::string>& left) {
    if (left.size() > 1) {
      for (const std::string& commit : left) out_ << "left " << commit << "\n";
      return absl::FailedPreconditionError(
          "the first bad commit is one of those left: the others cannot be built");
    }
    ASSIGN_OR_RETURN(const std::string title,
                     RunGit(options_.bisect.repository, {"log", "-1", "--format=%s", bad_}));
    out_ << "\nfirst changed by " << bad_ << "\n  " << title << "\n" << difference_;
    return absl::OkStatus();
  }

  static absl::Status CannotBuild(absl::string_view flag, const RevisionBuilder::Built& built) {
    return absl::InvalidArgumentError(absl::StrCat(flag, ": cannot be built, see ", built.log));
  }

  const GateOptions& options_;
  const Settings settings_;
  const PositionSet positions_;
  const RevisionBuilder builder_;
  std::ostream& out_;
  std::vector<Stage> stages_;
  std::vector<Answer> expected_;  // of the good revision, stage by stage
  size_t telling_ = 0;            // the search that showed the last difference
  std::set<std::string> good_;
  std::set<std::string> unbuildable_;
  std::string bad_;
  std::string difference_;  // of bad_
};

}  // namespace

absl::Status Bisect(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(Settings settings, SettingsFrom(options));
  ASSIGN_OR_RETURN(PositionSet positions, ChosenPositions(options));
  return Bisection(options, std::move(settings), std::move(positions), out).Run();
}

}  // namespace coherent::gate
