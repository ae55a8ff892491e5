#include "tools/gate/report_html.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "lib/base/json.h"
#include "lib/uci/info.h"
#include "tools/gate/report_text.h"

namespace coherent::gate {
namespace {

// The page without its data: report_page.html, which shows what stands in place of kDataMark.
constexpr char kPage[] =
#include "tools/gate/report_page.inc"
    ;
constexpr char kDataMark[] = "\"DATA\"";

using Fields = std::vector<uci::InfoField>;

// A line as names and values; one that is no info line is one field.
Fields FieldsOf(const MarkedText& side) {
  if (side.text.empty()) return {};
  const absl::StatusOr<uci::Info> info = uci::ParseInfo(side.text);
  if (absl::StartsWith(side.text, "info ") && info.ok()) return info->fields();
  const std::pair<std::string, std::string> halves =
      absl::StrSplit(side.text, absl::MaxSplits(' ', 1));
  return {{halves.first, halves.second}};
}

Json Cell(const std::string& name, const std::string* base, const std::string* candidate,
          const Difference& difference) {
  const auto value = [](const std::string* text) { return text != nullptr ? Json(*text) : Json(); };
  const bool is_meant = name == difference.field || difference.line == 0;
  const bool differs = base == nullptr || candidate == nullptr || *base != *candidate;
  return {name, value(base), value(candidate), differs && is_meant};
}

// Both lines side by side, field under field: name, base, candidate, whether this is what differs.
Json Aligned(const Difference& difference) {
  const Fields base = FieldsOf(difference.base);
  const Fields candidate = FieldsOf(difference.candidate);
  Json cells = Json::array();
  size_t next = 0;
  for (const uci::InfoField& field : base) {
    const auto found =
        std::find_if(candidate.begin() + static_cast<std::ptrdiff_t>(next), candidate.end(),
                     [&](const uci::InfoField& other) { return other.name == field.name; });
    if (found == candidate.end()) {
      cells.push_back(Cell(field.name, &field.value, nullptr, difference));
      continue;
    }
    for (; &candidate[next] != &*found; ++next) {
      cells.push_back(Cell(candidate[next].name, nullptr, &candidate[next].value, difference));
    }
    cells.push_back(Cell(field.name, &field.value, &found->value, difference));
    ++next;
  }
  for (; next < candidate.size(); ++next) {
    cells.push_back(Cell(candidate[next].name, nullptr, &candidate[next].value, difference));
  }
  return cells;
}

// The depth of the first line that differs.
Json DepthOf(const Difference& difference) {
  for (const MarkedText* side : {&difference.base, &difference.candidate}) {
    const absl::StatusOr<uci::Info> info = uci::ParseInfo(side->text);
    if (difference.line != 0 && info.ok() && info->depth().has_value()) return *info->depth();
  }
  return nullptr;
}

Json ToJson(const Difference& difference, absl::string_view stage) {
  return {{"stage", std::string(stage)}, {"kind", std::string(NameOf(difference.kind))},
          {"field", difference.field},   {"line", difference.line},
          {"note", difference.note},     {"depth", DepthOf(difference)},
          {"cells", Aligned(difference)}};
}

Json DifferencesOf(const Report& report) {
  Json all = Json::array();
  for (const Difference& difference : report.general) {
    all.push_back(ToJson(difference, difference.kind == Kind::kBench ? "bench" : "start"));
  }
  for (const StageReport& stage : report.stages) {
    for (const SearchDifference& search : stage.differences) {
      const GatePosition& position = report.positions.positions[search.position];
      Json json = ToJson(search.first, NameOf(stage.stage));
      json["id"] = position.id;
      json["count"] = search.count;
      json["fen"] = position.fen;
      json["position"] = PositionLine(position);
      json["go"] = GoLine(report.settings, stage.stage, position);
      all.push_back(std::move(json));
    }
  }
  return all;
}

Json CountsOf(const Report& report) {
  const KindCounts counts = report.Counts();
  Json json = Json::object();
  for (size_t i = 0; i < kKindCount; ++i) {
    json[std::string(NameOf(static_cast<Kind>(i)))] = counts[i];
  }
  return json;
}

}  // namespace

std::string ToHtml(const Report& report) {
  i64 searches = 0;
  i64 lines = 0;
  for (const StageReport& stage : report.stages) {
    searches += stage.stage == Stage::kBench ? 0 : stage.compared;
    lines += stage.lines;
  }
  const Json data = {{"verdict", std::string(NameOf(report.GetVerdict()))},
                     {"reason", std::string(report.ToStatus().message())},
                     {"base", report.base.name},
                     {"candidate", report.candidate.name},
                     {"searches", searches},
                     {"lines", lines},
                     {"counts", CountsOf(report)},
                     {"summary", SummaryText(report)},
                     {"differences", DifferencesOf(report)}};
  // Inside a script nothing may look like the end of it.
  const std::string text = absl::StrReplaceAll(
      data.dump(-1, ' ', false, Json::error_handler_t::replace), {{"<", "\\u003c"}});
  return absl::StrReplaceAll(kPage, {{kDataMark, text}});
}

}  // namespace coherent::gate
