#include "tools/gate/search_loop.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "tools/gate/compare.h"

namespace coherent::gate {
namespace {

// Differences of one kind of reading, search by search.
struct Findings {
  std::vector<SearchDifference> searches;
  KindCounts counts = {};

  void Add(size_t position, std::vector<Difference> differences) {
    for (const Difference& difference : differences) ++counts[Index(difference.kind)];
    if (differences.empty()) return;
    searches.push_back(
        {position, static_cast<i64>(differences.size()), std::move(differences.front())});
  }
};

// One stage.
class StageLoop {
 public:
  StageLoop(const std::vector<NamedSource>& sources, const FindDifferences& find, Stage stage,
            Report* report)
      : sources_(sources),
        find_(find),
        report_(*report),
        stage_(report->StageOf(stage)),
        tallies_(sources.size()) {}

  absl::Status Search(size_t position) {
    std::vector<Answer> answers;
    std::vector<Difference> short_searches;
    for (size_t i = 0; i < sources_.size(); ++i) {
      ASSIGN_OR_RETURN(std::optional<Answer> answer, sources_[i].source->Next());
      if (!answer.has_value()) continue;
      const Ending ending = EndingOf(*answer, report_.positions.positions[position].position,
                                     stage_.stage, report_.settings);
      tallies_[i].Add(ending);
      if (ending == Ending::kShort && stage_.stage == Stage::kDepth) {
        short_searches.push_back(
            {Kind::kProtocol,
             0,
             "depth",
             {},
             {},
             absl::StrCat(sources_[i].role, ": depth ", report_.settings.depth, " not reached"),
             true});
      }
      answers.push_back(*std::move(answer));
    }
    if (answers.size() == sources_.size()) Judge(position, answers, short_searches);
    return absl::OkStatus();
  }

  // Of a stage whose limit is ignored only the breaches of the protocol count.
  void Finish() {
    for (size_t i = 0; i < sources_.size(); ++i) {
      const std::string problem = tallies_[i].Problem();
      if (problem.empty()) continue;
      absl::StrAppend(&stage_.reason, stage_.reason.empty() ? "" : "; ", sources_[i].role,
                      " ignores \"go ", report_.settings.LimitsOf(stage_.stage), "\": ", problem);
    }
    if (!stage_.reason.empty()) stage_.status = StageReport::Status::kNotCompared;
    Findings& findings = stage_.reason.empty() ? all_ : breaches_;
    stage_.differences = std::move(findings.searches);
    stage_.counts = findings.counts;
  }

 private:
  void Judge(size_t position, const std::vector<Answer>& answers,
             const std::vector<Difference>& short_searches) {
    ++stage_.compared;
    stage_.lines +=
        static_cast<i64>(ComparedLines(answers.front(), report_.settings.ignored_fields).size());
    std::vector<Difference> differences = find_(stage_.stage, position, answers);
    std::vector<Difference> breaches;
    std::copy_if(differences.begin(), differences.end(), std::back_inserter(breaches),
                 [](const Difference& difference) { return difference.kind == Kind::kProtocol; });
    breaches_.Add(position, std::move(breaches));
    differences.insert(differences.begin(), short_searches.begin(), short_searches.end());
    all_.Add(position, std::move(differences));
  }

  const std::vector<NamedSource>& sources_;
  const FindDifferences& find_;
  Report& report_;
  StageReport& stage_;
  std::vector<LimitTally> tallies_;
  Findings all_;
  Findings breaches_;
};

}  // namespace

void LimitTally::Add(Ending ending) {
  if (ending == Ending::kReached) ++reached_;
  if (ending == Ending::kShort) ++short_;
  if (ending == Ending::kExceeded) exceeded_ = true;
}

std::string LimitTally::Problem() const {
  if (exceeded_) return "it searched far beyond";
  if (short_ <= reached_) return "";
  return absl::StrCat(short_, " of ", short_ + reached_, " searches ended far before");
}

absl::Status ForEachSearch(const std::vector<NamedSource>& sources, const FindDifferences& find,
                           const std::function<void()>& on_progress, Report* report) {
  for (const Stage stage : report->settings.stages) {
    if (stage == Stage::kBench) continue;
    report->StageOf(stage).status = StageReport::Status::kCompared;
    report->StageOf(stage).reason.clear();
    StageLoop loop(sources, find, stage, report);
    absl::Status status;
    for (size_t i = 0; status.ok() && i < report->positions.positions.size(); ++i) {
      status = loop.Search(i);
      on_progress();
    }
    loop.Finish();
    RETURN_IF_ERROR(status);
  }
  return absl::OkStatus();
}

}  // namespace coherent::gate
