#include "tools/bench/report_json.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/bench/baseline.h"
#include "tools/bench/comparison.h"

namespace coherent::bench {
namespace {

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value.has_value() ? Json(*value) : Json(nullptr);
}

Json DigestJson(const Digest& digest) {
  Json json = {{"median", digest.median},
               {"spread_percent", digest.spread_percent},
               {"drift_percent", digest.drift_percent},
               {"interval", nullptr}};
  if (digest.interval.has_value()) {
    json["interval"] = {{"low", digest.interval->low},
                        {"high", digest.interval->high},
                        {"coverage", digest.interval->coverage}};
  }
  return json;
}

Json RunJson(const timing::RunResult& run) {
  Json json = {{"nodes", run.nodes},
               {"seconds", run.seconds},
               {"cpu_seconds", run.cpu_seconds},
               {"reported_nps", OrNull(run.reported_nps)},
               {"instructions", nullptr},
               {"cycles", nullptr}};
  if (run.counts.has_value()) {
    json["instructions"] = run.counts->instructions;
    json["cycles"] = run.counts->cycles;
  }
  return json;
}

Json EngineJson(const EngineMeasurement& engine, const std::optional<timing::Workload>& workload) {
  const timing::RunResult& first = engine.runs[0];
  Json json = {{"program", engine.program},
               {"sha256", engine.sha256},
               {"name", first.engine_name},
               {"not_offered", first.not_offered},
               {"left_out", first.left_out},
               {"repeatable", engine.Signature().has_value()},
               {"signature", OrNull(engine.Signature())},
               {"rate", DigestJson(DigestOf(engine.Rates()))},
               {"cpu_rate", nullptr},
               {"steady_rate", DigestJson(DigestOf(engine.SteadyRates()))},
               {"runs", Json::array()},
               {"positions", Json::array()}};
  const std::optional<std::vector<double>> cpu_rates = engine.CpuRates();
  if (cpu_rates.has_value()) json["cpu_rate"] = DigestJson(DigestOf(*cpu_rates));
  for (const timing::RunResult& run : engine.runs) json["runs"].push_back(RunJson(run));
  for (size_t i = 0; i < first.position_nodes.size(); ++i) {
    json["positions"].push_back(
        {{"id", workload->positions[i].id}, {"nodes", first.position_nodes[i]}});
  }
  return json;
}

Json MachineJson(const Measurement& measurement) {
  const measure::LaneReport& lane = measurement.lane;
  return {{"cpu_model", measurement.cpu_model},
          {"cpu_level", absl::StrCat("x86-64-v", measurement.cpu_level)},
          {"cpus", measurement.cpus},
          {"busy_percent", lane.busy_percent},
          {"steal_percent", lane.steal_percent},
          {"load_before", lane.load_before},
          {"load_after", lane.load_after},
          {"mhz_before", OrNull(lane.mhz_before)},
          {"mhz_after", OrNull(lane.mhz_after)},
          {"not_counted", measurement.counting.ok()
                              ? Json(nullptr)
                              : Json(std::string(measurement.counting.message()))}};
}

Json WorkloadJson(const timing::Workload& workload) {
  Json options = Json::object();
  for (const auto& [name, value] : workload.options) options[name] = value;
  return {{"positions", workload.path},
          {"positions_sha256", workload.sha256},
          {"positions_count", workload.positions.size()},
          {"limit", workload.LimitText()},
          {"hash_mib", workload.hash_mib},
          {"threads", workload.threads},
          {"options", options},
          {"warm_up", workload.warm_up}};
}

Json RatioJson(const Ratio& ratio) {
  Json json = DigestJson(ratio.digest);
  json["pairs"] = ratio.pairs;
  return json;
}

Json RatiosJson(const std::vector<EngineMeasurement>& engines) {
  Json json = Json::array();
  for (size_t i = 1; i < engines.size(); ++i) {
    const Ratio wall = WallRatio(engines[i], engines[0]);
    const std::optional<Ratio> cpu = CpuRatio(engines[i], engines[0]);
    json.push_back({{"engine", i},
                    {"base", 0},
                    {"same_signature", engines[i].Signature() == engines[0].Signature()},
                    {"difference_shown", wall.ShowsDifference()},
                    {"wall", RatioJson(wall)},
                    {"cpu", cpu.has_value() ? RatioJson(*cpu) : Json(nullptr)}});
  }
  return json;
}

}  // namespace

Json ReportAsJson(const Report& report) {
  const Measurement& measurement = report.measurement;
  const std::optional<timing::Workload>& workload = measurement.workload;
  Json json = {{"schema", kSchema},
               {"work", DescribeWork(measurement)},
               {"workload", workload.has_value() ? WorkloadJson(*workload) : Json(nullptr)},
               {"bench_command",
                workload.has_value() ? Json(nullptr) : Json(measurement.options.bench_command)},
               {"machine", MachineJson(measurement)},
               {"order", measurement.order},
               {"engines", Json::array()},
               {"ratios", RatiosJson(measurement.engines)},
               {"baseline", nullptr}};
  for (const EngineMeasurement& engine : measurement.engines) {
    json["engines"].push_back(EngineJson(engine, workload));
  }
  if (report.baseline.has_value()) {
    json["baseline"] = {{"path", report.baseline->path},
                        {"sha256", report.baseline->sha256},
                        {"rate", report.baseline->rate},
                        {"signature", OrNull(report.baseline->signature)},
                        {"cpu_model", report.baseline->cpu_model},
                        {"drop_percent", report.drop_percent},
                        {"max_drop_percent", measurement.options.max_drop_percent}};
  }
  json["passed"] = report.Verdict().ok();
  return json;
}

}  // namespace coherent::bench
