#include "tools/gate/report.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/uci/client.h"

namespace coherent::gate {

KindCounts Report::Counts() const {
  KindCounts counts = {};
  for (const Difference& difference : general) ++counts[Index(difference.kind)];
  for (const StageReport& stage : stages) {
    for (size_t i = 0; i < kKindCount; ++i) counts[i] += stage.counts[i];
  }
  if (!technical.ok()) ++counts[Index(Kind::kTechnical)];
  return counts;
}

Verdict Report::GetVerdict() const {
  if (!technical.ok()) return Verdict::kTechnical;
  const KindCounts counts = Counts();
  if (std::accumulate(counts.begin(), counts.end(), i64{0}) > 0) return Verdict::kDifferent;
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
      return absl::FailedPreconditionError("the engines differ");
    case Verdict::kNotCompared:
      return absl::UnavailableError("not everything that was asked for could be compared");
    case Verdict::kTechnical:
      break;
  }
  return technical;
}

absl::string_view NameOf(Verdict verdict) {
  static constexpr std::array<absl::string_view, 4> kNames = {"equal", "different", "not compared",
                                                              "technical"};
  return kNames[static_cast<size_t>(verdict)];
}

std::string PositionLine(const GatePosition& position) {
  return uci::SearchRequest{position.fen, {}, ""}.PositionLine();
}

std::string GoLine(const Settings& settings, Stage stage) {
  return uci::SearchRequest{"", {}, settings.LimitsOf(stage)}.GoLine();
}

}  // namespace coherent::gate
