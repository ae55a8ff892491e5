#include "tools/suite/flags.h"

namespace coherent::suite {
namespace {

constexpr i64 kMany = 1'000'000'000'000;

void AddLimits(CLI::App& app, SuiteOptions& options) {
  CLI::Option_group* const limits = app.add_option_group("Limit of each search, one of");
  CLI::Option* const nodes = limits->add_option("--nodes", options.nodes, "Nodes to search")
                                 ->check(CLI::Range(i64{1}, kMany));
  limits->add_option("--depth", options.depth, "Depth to reach")->check(CLI::Range(1, 200));
  limits->add_option("--movetime", options.movetime_ms, "Milliseconds to search")
      ->check(CLI::Range(1, 86'400'000));
  limits->require_option(1);
  app.add_flag("--stop-at-nodes", options.stop_at_nodes,
               "Keep to --nodes by `stop`, for engines that do not know `go nodes`")
      ->needs(nodes);
}

}  // namespace

void AddFlags(CLI::App& app, SuiteOptions& options) {
  app.add_option("--engine", options.engines, "A UCI engine; may be given again")
      ->required()
      ->allow_extra_args(false);
  app.add_option("--epd", options.suites, "A file of positions; may be given again")
      ->required()
      ->allow_extra_args(false);
  AddLimits(app, options);
  app.add_option("--hash", options.hash_mib, "Hash in MiB, set where it is offered")
      ->check(CLI::Range(i64{1}, kMany))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "Threads, set where they are offered")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--option", options.options, "NAME=VALUE, set in every engine")
      ->allow_extra_args(false);
  app.add_option("--limit", options.first, "Only so many positions of each file, the first ones")
      ->check(CLI::Range(i64{1}, kMany));
  app.add_option("--jobs", options.jobs, "Positions side by side, each in its own process")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--timeout", options.timeout_s, "Seconds to wait for any answer")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  app.add_flag("--json", options.json, "The report as one JSON object");
  app.add_option("--details", options.details, "File for a line a search, as CSV");
  app.add_flag("--fail-on-wrong", options.fail_on_wrong,
               "Exit with 1 if a mate is claimed that is not there, or not shown");
}

}  // namespace coherent::suite
