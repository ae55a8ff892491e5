#include "tools/tempo/flags.h"

#include "lib/measure/plan.h"

namespace coherent::tempo {
namespace {

constexpr i64 kMany = 1'000'000'000'000;

CLI::Option* AddList(CLI::App& app, const char* name, std::vector<std::string>& values,
                     const char* text) {
  return app.add_option(name, values, text)->allow_extra_args(false);
}

void AddWorkFlags(CLI::App& app, PlanOptions& options) {
  app.add_option("--positions", options.positions, "FEN or EPD lines")->capture_default_str();
  CLI::Option* const nodes = app.add_option("--nodes", options.nodes, "Limit of each search")
                                 ->check(CLI::Range(i64{1}, kMany));
  app.add_option("--depth", options.depth, "Limit of each search (11)")
      ->check(CLI::Range(1, 200))
      ->excludes(nodes);
  app.add_option("--hash", options.hash_mib, "Hash in MiB")
      ->check(CLI::Range(i64{1}, kMany))
      ->capture_default_str();
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 1024))->capture_default_str();
  AddList(app, "--option", options.options, "NAME=VALUE, set in every engine");
  app.add_option("--warm-up", options.warm_up, "Positions searched beforehand")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app.add_option("--timeout", options.timeout_s, "Seconds to wait for any answer")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  AddList(app, "--file", options.files, "Another file that the engines read; must not change");
  app.add_option("--link", options.link, "What links programs that are given as objects")
      ->capture_default_str();
  AddList(app, "--environment", options.environment, "NAME=VALUE for every engine");
}

}  // namespace

void AddPlanFlags(CLI::App& app, PlanOptions& options) {
  app.add_option("plan", options.plan, "The file to be written")->required();
  app.add_option("--base", options.base, "The engine before the bundle")->required();
  app.add_option("--bundle", options.bundle, "The engine with all components")->required();
  AddList(app, "--without", options.without, "NAME=PROGRAM, the bundle without one component")
      ->required();
  AddList(app, "--loss", options.losses,
          "NAME:QUANTITY=PERCENT that a component may cost: binary_size, peak_memory, start_up, "
          "rate_many, rate_some, rate_few");
  AddList(app, "--lane", options.lanes, "CPUs to measure on, such as 1 or 2-3")->required();
  app.add_flag("--side-by-side", options.side_by_side, "All lanes at once, not by turns");
  app.add_option("--turns", options.turns,
                 "Whether programs alternate with every position, or each does all in a row")
      ->check(CLI::IsMember({measure::kTurnsOfPositions, measure::kTurnsOfPrograms}))
      ->capture_default_str();
  app.add_flag("--no-control", options.no_control, "Without the bundle against itself");
  app.add_option("--phases", options.phases, "Of each of the 8 runs")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  AddWorkFlags(app, options);
  app.add_option("--account", options.account, "In whose account this is entered");
  app.add_option("--determination", options.determination, "What fixes this attempt from outside");
  app.add_option("--attempt", options.attempt, "Counted from 1; a technical stop adds one")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of the orders")->capture_default_str();
  app.add_option("--foreign-percent", options.foreign_percent,
                 "A phase is marked if others had more of its lane")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  app.add_flag("--stop-when-foreign", options.stop_when_foreign,
               "... or ends the measurement instead");
  app.add_option("--estimator", options.estimator, "Of the whole gain")
      ->check(CLI::IsMember({"mean", "median", "second_smallest"}))
      ->capture_default_str();
  app.add_option("--bound-percent", options.bound_percent, "That the whole gain has to reach")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
}

void AddRunFlags(CLI::App& app, RunOptions& options) {
  app.add_option("plan", options.plan, "The plan's file")->required();
  app.add_option("--log", options.log, "The records' file (beside the plan)");
}

void AddReportFlags(CLI::App& app, ReportOptions& options) {
  AddRunFlags(app, options);
  app.add_flag("--json", options.json, "One JSON object instead of text");
}

}  // namespace coherent::tempo
