#include "tools/gate/flags.h"

#include <string>

#include "tools/gate/gate.h"

namespace coherent::gate {
namespace {

// What every command has.
void AddCommonFlags(CLI::App& command, GateOptions& options) {
  command.add_option("--positions", options.positions,
                     std::string("FEN or EPD lines (") + kDefaultPositions + ", or the record's)");
  command.add_option("--stages", options.stages,
                     "What to compare: nodes, depth, bench, separated by commas (all)");
  command.add_flag("--quick", options.quick, "Only 32 of the positions, from all over the file");
  command.add_option("--jobs", options.jobs,
                     "Positions side by side; 0: as many as keep the processors busy");
  command.add_option("--timeout", options.timeout_s, "Seconds to wait for any answer")
      ->capture_default_str();
  command
      .add_option("--ignore-field", options.ignored_fields,
                  "A field of info lines not to compare, besides time and nps")
      ->allow_extra_args(false);
}

void AddSearchFlags(CLI::App& command, GateOptions& options) {
  command.add_option("--nodes", options.nodes, "Limit of the stage nodes")->capture_default_str();
  command.add_option("--depth", options.depth, "Limit of the stage depth")->capture_default_str();
  command.add_option("--hash", options.hash_mib, "Hash in MiB, set where it is offered")
      ->capture_default_str();
  command.add_option("--threads", options.threads, "Threads, set where they are offered")
      ->capture_default_str();
  command.add_option("--option", options.options, "NAME=VALUE, set in every engine")
      ->allow_extra_args(false);
  command.add_option("--bench-command", options.bench_command, "Arguments that start the bench")
      ->capture_default_str();
}

void AddReportFlags(CLI::App& command, GateOptions& options) {
  command.add_flag("--version-rule", options.version_rule,
                   "The version has to be a.b.c+1 after a.b.c");
  command.add_flag("--json", options.json, "The report as one JSON object");
  command.add_option("--junit", options.junit, "File for the report as JUnit XML");
}

}  // namespace

Command AddFlags(CLI::App& app, GateOptions& options) {
  app.require_subcommand(1);

  CLI::App* const run = app.add_subcommand("run", "Compares two engines");
  run->add_option("base", options.base, "The engine to be equal to")->required();
  run->add_option("candidate", options.candidate, "The engine in question")->required();
  AddSearchFlags(*run, options);
  AddCommonFlags(*run, options);
  AddReportFlags(*run, options);
  run->add_option("--base-option", options.base_options, "NAME=VALUE, set in the base")
      ->allow_extra_args(false);
  run->add_option("--candidate-option", options.candidate_options,
                  "NAME=VALUE, set in the candidate")
      ->allow_extra_args(false);

  CLI::App* const record = app.add_subcommand("record", "Records an engine, for check");
  record->add_option("engine", options.candidate, "The engine to record")->required();
  record->add_option("--out", options.out, "The file to write")->required();
  record->add_option("--source-hash", options.source_hash, "The source the engine was built from");
  AddSearchFlags(*record, options);
  AddCommonFlags(*record, options);

  CLI::App* const check = app.add_subcommand("check", "Compares an engine with a record");
  check->add_option("engine", options.candidate, "The engine in question")->required();
  check->add_option("--record", options.record, "The record to be equal to")->required();
  AddCommonFlags(*check, options);
  AddReportFlags(*check, options);

  return [&options, run, record](std::ostream& out) {
    if (run->parsed()) return RunGate(options, out);
    return record->parsed() ? RecordEngine(options, out) : CheckEngine(options, out);
  };
}

}  // namespace coherent::gate
