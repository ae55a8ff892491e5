#include "tools/bench/flags.h"

#include <string>

namespace coherent::bench {
namespace {

constexpr i64 kMany = 1'000'000'000'000;

// "2%" and "2" alike.
std::string WithoutPercentSign(std::string text) {
  if (!text.empty() && text.back() == '%') text.pop_back();
  return text;
}

void AddSearchFlags(CLI::App& app, BenchOptions& options) {
  CLI::Option* const own = app.add_option("--bench-command", options.bench_command,
                                          "Run each engine's own bench, started by these words");
  const auto search_only = [own](CLI::Option* option) { option->excludes(own); };
  search_only(
      app.add_option("--positions", options.positions, "FEN or EPD lines")->capture_default_str());
  CLI::Option* const nodes = app.add_option("--nodes", options.nodes, "Limit of each search")
                                 ->check(CLI::Range(i64{1}, kMany));
  CLI::Option* const depth = app.add_option("--depth", options.depth, "Limit of each search (11)")
                                 ->check(CLI::Range(1, 200));
  nodes->excludes(depth);
  search_only(nodes);
  search_only(depth);
  search_only(app.add_option("--hash", options.hash_mib, "Hash in MiB, set where it is offered")
                  ->check(CLI::Range(i64{1}, kMany))
                  ->capture_default_str());
  search_only(app.add_option("--threads", options.threads, "Threads, set where they are offered")
                  ->check(CLI::Range(1, 1024))
                  ->capture_default_str());
  search_only(app.add_option("--option", options.options, "NAME=VALUE, set in every engine")
                  ->allow_extra_args(false));
  search_only(app.add_option("--warm-up", options.warm_up, "Positions searched beforehand")
                  ->check(CLI::Range(0, 1'000'000))
                  ->capture_default_str());
}

}  // namespace

void AddFlags(CLI::App& app, BenchOptions& options) {
  app.add_option("engine", options.engines, "UCI engines; the first one is what others compare to")
      ->required();
  AddSearchFlags(app, options);
  app.add_option("--runs", options.runs, "Runs of each engine, by turns")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--cpus", options.cpus, "CPUs to pin to, such as 1 or 2-3 (the last ones)");
  app.add_option("--timeout", options.timeout_s, "Seconds to wait for any answer")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  app.add_flag("--json", options.json, "The report as one JSON object");
  CLI::Option* const baseline =
      app.add_option("--baseline", options.baseline, "An earlier --json report of one engine");
  app.add_option("--max-drop", options.max_drop_percent,
                 "How much slower than the baseline is still good")
      ->transform(WithoutPercentSign)
      ->check(CLI::Range(0.0, 100.0))
      ->needs(baseline)
      ->capture_default_str();
}

}  // namespace coherent::bench
