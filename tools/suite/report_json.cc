#include "tools/suite/report_json.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace coherent::suite {
namespace {

// It changes where a reader of the old one would go wrong.
constexpr char kSchema[] = "coherent-suite/1";

Json OrNull(bool is_there, Json value) { return is_there ? std::move(value) : Json(nullptr); }

Json WorkJson(const Work& work) {
  Json options = Json::array();
  for (const auto& [name, value] : work.options) options.push_back(absl::StrCat(name, "=", value));
  return {{"limit", work.limit},       {"stop_at_nodes", work.stop_at_nodes},
          {"hash_mib", work.hash_mib}, {"threads", work.threads},
          {"options", options},        {"jobs", work.jobs}};
}

Json RowJson(size_t engine, size_t suite, const Tally& tally) {
  const stats::ShareInterval interval = tally.Interval();
  return {
      {"engine", engine},
      {"suite", suite},
      {"positions", tally.positions},
      {"moves", OrNull(tally.move_positions > 0,
                       {{"positions", tally.move_positions}, {"solved", tally.solved}})},
      {"points", OrNull(tally.point_positions > 0, {{"positions", tally.point_positions},
                                                    {"points", tally.points},
                                                    {"max", tally.max_points}})},
      {"mates", OrNull(tally.mate_positions > 0, {{"positions", tally.mate_positions},
                                                  {"found", tally.found},
                                                  {"best", tally.best},
                                                  {"wrong", tally.wrong}})},
      {"share", {{"value", tally.Share()}, {"low", interval.low}, {"high", interval.high}}},
      {"claims",
       {{"mates", tally.claims},
        {"illegal_pv", tally.illegal_pvs},
        {"short_pv", tally.short_pvs},
        {"pv_without_mate", tally.pvs_without_mate}}},
      {"mean_nodes", tally.MeanNodes()},
      {"solutions", tally.solutions},
      {"mean_solution_nodes", OrNull(tally.solutions > 0, tally.MeanSolutionNodes().value_or(0))},
      {"seconds", static_cast<double>(tally.time_ms) / 1000}};
}

Json FaultJson(size_t engine, size_t suite, const SuitePosition& position,
               const Judgement& judgement) {
  return {{"engine", engine},
          {"suite", suite},
          {"line", position.line},
          {"id", position.id},
          {"fen", position.fen},
          {"fault", std::string(FaultOf(judgement))},
          {"score", judgement.score},
          {"dm", OrNull(position.mate.has_value(), position.mate.value_or(0))},
          {"pv", judgement.pv}};
}

// Everything that is known of a suite searched by an engine.
void AddRow(const Report& report, size_t engine, size_t suite, Json* json) {
  const std::vector<SuitePosition>& positions = report.suites[suite].positions;
  const std::vector<Judgement>& judgements = report.engines[engine].judgements[suite];
  (*json)["rows"].push_back(RowJson(engine, suite, TallyOf(report.suites[suite], judgements)));
  for (size_t i = 0; i < positions.size(); ++i) {
    if (FaultOf(judgements[i]).empty()) continue;
    (*json)["faults"].push_back(FaultJson(engine, suite, positions[i], judgements[i]));
  }
}

}  // namespace

Json ReportAsJson(const Report& report) {
  Json json = {{"schema", kSchema}, {"work", WorkJson(report.work)}};
  json["engines"] = Json::array();
  for (const EngineReport& engine : report.engines) {
    json["engines"].push_back({{"program", engine.program},
                               {"sha256", engine.sha256},
                               {"name", engine.greeting.name},
                               {"not_offered", engine.greeting.not_offered}});
  }
  json["suites"] = Json::array();
  for (const Suite& suite : report.suites) {
    json["suites"].push_back({{"name", suite.name},
                              {"path", suite.path},
                              {"sha256", suite.sha256},
                              {"positions", suite.positions.size()}});
  }
  json["rows"] = Json::array();
  json["faults"] = Json::array();
  for (size_t i = 0; i < report.engines.size(); ++i) {
    for (size_t j = 0; j < report.suites.size(); ++j) AddRow(report, i, j, &json);
  }
  return json;
}

}  // namespace coherent::suite
