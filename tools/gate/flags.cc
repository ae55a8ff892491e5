#include "tools/gate/flags.h"

#include <string>

#include "tools/gate/bisect.h"
#include "tools/gate/gate.h"
#include "tools/gate/minimize.h"

namespace coherent::gate {
namespace {

void AddIgnoreFlag(CLI::App& command, GateOptions& options) {
  command
      .add_option("--ignore-field", options.ignored_fields,
                  "A field of info lines not to compare, besides time and nps")
      ->allow_extra_args(false);
}

// What every command that searches has.
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
  AddIgnoreFlag(command, options);
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
  command.add_flag("--json", options.json, "The report as one JSON object");
  command.add_option("--junit", options.junit, "File for the report as JUnit XML");
  command.add_option("--html", options.html, "File for the report as a page to look at");
}

void AddRuleFlags(CLI::App& command, GateOptions& options) {
  command.add_flag("--version-rule", options.version_rule,
                   "The version has to be a.b.c+1 after a.b.c");
  command.add_option("--manifest", options.manifest, "The deviations that are declared");
  command.add_option("--determination", options.determination,
                     "The determination that the manifest names");
  command.add_option("--register", options.register_file,
                     "The register of the determinations that have served");
  command.add_option("--repository", options.repository, "Where the determination's commits are")
      ->capture_default_str();
  command
      .add_option("--repeat", options.repeat,
                  "How often each engine does each search, to tell one that differs from itself")
      ->capture_default_str();
  AddReportFlags(command, options);
}

// What `run` and `minimize` have besides.
void AddPairFlags(CLI::App& command, GateOptions& options) {
  command.add_option("base", options.base, "The engine to be equal to")->required();
  command.add_option("candidate", options.candidate, "The engine in question")->required();
  AddSearchFlags(command, options);
  AddCommonFlags(command, options);
  command.add_option("--base-option", options.base_options, "NAME=VALUE, set in the base")
      ->allow_extra_args(false);
  command
      .add_option("--candidate-option", options.candidate_options,
                  "NAME=VALUE, set in the candidate")
      ->allow_extra_args(false);
}

void AddBisectFlags(CLI::App& command, GateOptions& options) {
  BisectOptions& bisect = options.bisect;
  command.add_option("--good", bisect.good, "A revision, ancestor of the other")->required();
  command.add_option("--bad", bisect.bad, "A revision that differs from it")->required();
  command.add_option("--repository", bisect.repository, "Where they are")->capture_default_str();
  command.add_option("--build", bisect.build, "Builds one in its work tree, by a shell")
      ->capture_default_str();
  command.add_option("--product", bisect.product, "The program that is there then")
      ->capture_default_str();
  command.add_option("--cache", bisect.cache, "The folder of the programs built")
      ->capture_default_str();
  command.add_option("--position", options.position, "Only the position of this id");
  AddSearchFlags(command, options);
  AddCommonFlags(command, options);
}

}  // namespace

Command AddFlags(CLI::App& app, GateOptions& options) {
  app.require_subcommand(1);

  CLI::App* const run = app.add_subcommand("run", "Compares two engines");
  run->footer("Example: coherent-gate run old/coherent build/bin/coherent");
  AddPairFlags(*run, options);
  AddRuleFlags(*run, options);

  CLI::App* const record = app.add_subcommand("record", "Records an engine, for check");
  record->footer("Example: coherent-gate record build/bin/coherent --out coherent.record.zst");
  record->add_option("engine", options.candidate, "The engine to record")->required();
  record->add_option("--out", options.out, "The file to write")->required();
  record->add_option("--source-hash", options.source_hash, "The source the engine was built from");
  AddSearchFlags(*record, options);
  AddCommonFlags(*record, options);

  CLI::App* const check = app.add_subcommand("check", "Compares an engine with a record");
  check->footer("Example: coherent-gate check build/bin/coherent --record coherent.record.zst");
  check->add_option("engine", options.candidate, "The engine in question")->required();
  check->add_option("--record", options.record, "The record to be equal to")->required();
  AddCommonFlags(*check, options);
  AddRuleFlags(*check, options);

  CLI::App* const log = app.add_subcommand("log", "Compares two saved conversations");
  log->footer("Example: coherent-gate log old.log new.log");
  log->add_option("base", options.base, "The log to be equal to")->required();
  log->add_option("candidate", options.candidate, "The log in question")->required();
  AddIgnoreFlag(*log, options);
  AddReportFlags(*log, options);

  CLI::App* const minimize =
      app.add_subcommand("minimize", "Finds the smallest search in which two engines differ");
  minimize->footer("Example: coherent-gate minimize old/coherent build/bin/coherent");
  AddPairFlags(*minimize, options);
  minimize->add_option("--position", options.position, "Only the position of this id");

  CLI::App* const bisect =
      app.add_subcommand("bisect", "Finds the commit that changed an engine's output first");
  bisect->footer("Example: coherent-gate bisect --good v0.3.0 --bad HEAD");
  AddBisectFlags(*bisect, options);

  return [&options, run, record, check, log, minimize](std::ostream& out) {
    if (run->parsed()) return RunGate(options, out);
    if (record->parsed()) return RecordEngine(options, out);
    if (check->parsed()) return CheckEngine(options, out);
    if (log->parsed()) return RunLogs(options, out);
    return minimize->parsed() ? Minimize(options, out) : Bisect(options, out);
  };
}

}  // namespace coherent::gate
