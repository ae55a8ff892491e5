#include "tools/gate/report_json.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "lib/base/json.h"
#include "lib/base/run_tool.h"

namespace coherent::gate {
namespace {

std::string Text(absl::string_view text) { return std::string(text); }

Json ToJson(const EngineReport& engine) {
  Json options = Json::array();
  for (const EngineOption& option : engine.options) {
    options.push_back(absl::StrCat(option.name, "=", option.value));
  }
  Json json = {{"program", engine.program},
               {"is_record", engine.is_record},
               {"sha256", engine.sha256},
               {"name", engine.name},
               {"source_hash", engine.source_hash},
               {"options", std::move(options)},
               {"bench_nodes", nullptr}};
  if (engine.bench_nodes.has_value()) json["bench_nodes"] = *engine.bench_nodes;
  return json;
}

Json ToJson(const MarkedText& side) {
  if (side.text.empty()) return nullptr;
  return {{"line", side.text}, {"part", side.Part()}, {"begin", side.begin}, {"end", side.end}};
}

Json ToJson(const Difference& difference) {
  return {{"kind", Text(NameOf(difference.kind))},
          {"line", difference.line},
          {"field", difference.field},
          {"note", difference.note},
          {"base", ToJson(difference.base)},
          {"candidate", ToJson(difference.candidate)}};
}

Json ToJson(const KindCounts& counts) {
  Json json = Json::object();
  for (size_t i = 0; i < kKindCount; ++i) json[Text(NameOf(static_cast<Kind>(i)))] = counts[i];
  return json;
}

Json ToJson(const Report& report, const StageReport& stage) {
  static constexpr const char* kStatus[] = {"left out", "compared", "not compared"};
  Json differences = Json::array();
  for (const SearchDifference& search : stage.differences) {
    const GatePosition& position = report.positions.positions[search.position];
    differences.push_back({{"id", position.id},
                           {"position", PositionLine(position)},
                           {"go", GoLine(report.settings, stage.stage, position)},
                           {"count", search.count},
                           {"first", ToJson(search.first)}});
  }
  return {{"stage", Text(NameOf(stage.stage))},
          {"status", kStatus[static_cast<size_t>(stage.status)]},
          {"reason", stage.reason},
          {"planned", stage.planned},
          {"compared", stage.compared},
          {"lines", stage.lines},
          {"counts", ToJson(stage.counts)},
          {"differences", std::move(differences)}};
}

Json SettingsToJson(const Report& report) {
  const Settings& settings = report.settings;
  Json stages = Json::array();
  for (const Stage stage : settings.stages) stages.push_back(Text(NameOf(stage)));
  return {{"stages", std::move(stages)},
          {"nodes", settings.nodes},
          {"depth", settings.depth},
          {"hash_mib", settings.hash_mib},
          {"threads", settings.threads},
          {"bench_command", settings.bench_command},
          {"ignored_fields", settings.ignored_fields},
          {"version_rule", report.version_rule},
          {"repeat", report.repeat},
          {"jobs", report.jobs},
          {"positions",
           {{"file", report.positions.path},
            {"sha256", report.positions.sha256},
            {"count", report.positions.positions.size()}}}};
}

Json DeclaredToJson(const Report& report) {
  const Manifest& manifest = report.declared.manifest();
  if (manifest.path.empty()) return nullptr;
  const std::vector<size_t> missing = report.Missing();
  Json declarations = Json::array();
  for (size_t i = 0; i < manifest.declarations.size(); ++i) {
    const bool is_missing = std::find(missing.begin(), missing.end(), i) != missing.end();
    declarations.push_back({{"line", manifest.declarations[i].line},
                            {"text", manifest.declarations[i].text},
                            {"occurred", report.declared.occurred()[i]},
                            {"missing", is_missing}});
  }
  return {{"file", manifest.path},
          {"sha256", manifest.sha256},
          {"determination_sha256", manifest.determination_sha256},
          {"declarations", std::move(declarations)}};
}

}  // namespace

std::string ToJsonText(const Report& report) {
  Json general = Json::array();
  for (const Difference& difference : report.general) general.push_back(ToJson(difference));
  Json stages = Json::array();
  for (const StageReport& stage : report.stages) stages.push_back(ToJson(report, stage));
  Json repeats = Json::array();
  for (const RepeatReport& repeat : report.repeats) {
    repeats.push_back({{"side", NameOf(repeat.side)},
                       {"searches", repeat.searches},
                       {"repeated", repeat.repeated},
                       {"example", repeat.example}});
  }
  const Json json = {{"format", "coherent-gate-report 2"},
                     {"verdict", Text(NameOf(report.GetVerdict()))},
                     {"exit_code", ExitCodeFor(report.ToStatus())},
                     {"technical", Text(report.technical.message())},
                     {"settings", SettingsToJson(report)},
                     {"base", ToJson(report.base)},
                     {"candidate", ToJson(report.candidate)},
                     {"counts", ToJson(report.Counts())},
                     {"general", std::move(general)},
                     {"stages", std::move(stages)},
                     {"repeats", std::move(repeats)},
                     {"manifest", DeclaredToJson(report)},
                     {"seconds",
                      {{"wall", report.wall_seconds},
                       {"base_searches", report.base.search_seconds},
                       {"candidate_searches", report.candidate.search_seconds}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace coherent::gate
