#include "tools/gate/report.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/check.h"
#include "lib/uci/client.h"

namespace coherent::gate {

StageReport& Report::StageOf(Stage stage) {
  const auto found = std::find_if(stages.begin(), stages.end(), [stage](const StageReport& report) {
    return report.stage == stage;
  });
  CHECK(found != stages.end());
  return *found;
}

KindCounts Report::Counts() const {
  KindCounts counts = {};
  for (const Difference& difference : general) ++counts[Index(difference.kind)];
  for (const StageReport& stage : stages) {
    for (size_t i = 0; i < kKindCount; ++i) counts[i] += stage.counts[i];
  }
  if (!technical.ok()) ++counts[Index(Kind::kTechnical)];
  return counts;
}

std::vector<size_t> Report::Missing() const {
  std::vector<size_t> missing;
  if (!technical.ok()) return missing;
  const auto is_compared = [this](Stage stage) {
    return std::any_of(stages.begin(), stages.end(), [stage](const StageReport& report) {
      return report.stage == stage && report.status == StageReport::Status::kCompared;
    });
  };
  const std::vector<Declaration>& declarations = declared.manifest().declarations;
  for (size_t i = 0; i < declarations.size(); ++i) {
    const std::optional<Stage> stage = declarations[i].stage;
    const bool could_occur = !stage.has_value() || is_compared(*stage);
    if (could_occur && declared.occurred()[i] == 0) missing.push_back(i);
  }
  return missing;
}

Verdict Report::GetVerdict() const {
  if (!technical.ok()) return Verdict::kTechnical;
  const bool all_repeated =
      std::all_of(repeats.begin(), repeats.end(),
                  [](const RepeatReport& repeat) { return repeat.repeated == repeat.searches; });
  if (!all_repeated) return Verdict::kNondeterministic;
  const KindCounts counts = Counts();
  if (std::accumulate(counts.begin(), counts.end(), i64{0}) > 0) return Verdict::kDifferent;
  if (!Missing().empty()) return Verdict::kDifferent;
  const bool all_compared = std::none_of(
      stages.begin(), stages.end(),
      [](const StageReport& stage) { return stage.status == StageReport::Status::kNotCompared; });
  const bool any_compared = std::any_of(stages.begin(), stages.end(), [](const StageReport& stage) {
    return stage.status == StageReport::Status::kCompared;
  });
  return all_compared && any_compared ? Verdict::kEqual : Verdict::kNotCompared;
}

absl::Status Report::ToStatus() const {
  switch (GetVerdict()) {
    case Verdict::kEqual:
      return absl::OkStatus();
    case Verdict::kDifferent:
      return absl::FailedPreconditionError(
          Missing().empty() ? "the engines differ" : "the engines do not differ as declared");
    case Verdict::kNondeterministic:
      return absl::FailedPreconditionError("an engine differs from itself");
    case Verdict::kNotCompared:
      return absl::UnavailableError("not everything that was asked for could be compared");
    case Verdict::kTechnical:
      break;
  }
  return technical;
}

absl::string_view NameOf(Verdict verdict) {
  static constexpr std::array<absl::string_view, 5> kNames = {
      "equal", "different", "nondeterministic", "not compared", "technical"};
  return kNames[static_cast<size_t>(verdict)];
}

std::string PositionLine(const GatePosition& position) {
  if (position.fen.empty() || !position.position_line.empty()) return position.position_line;
  return uci::SearchRequest{position.fen, {}, ""}.PositionLine();
}

std::string GoLine(const Settings& settings, Stage stage, const GatePosition& position) {
  if (stage == Stage::kLog) return position.go_line;
  return uci::SearchRequest{"", {}, settings.LimitsOf(stage)}.GoLine();
}

}  // namespace coherent::gate
