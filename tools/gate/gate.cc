#include "tools/gate/gate.h"

#include <optional>
#include <ostream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "lib/base/file.h"
#include "lib/base/progress.h"
#include "lib/base/protected_file.h"
#include "lib/base/run_tool.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "tools/gate/answer_source.h"
#include "tools/gate/compare.h"
#include "tools/gate/compare_logs.h"
#include "tools/gate/comparison.h"
#include "tools/gate/declared.h"
#include "tools/gate/engine_run.h"
#include "tools/gate/junit.h"
#include "tools/gate/log_file.h"
#include "tools/gate/positions.h"
#include "tools/gate/record.h"
#include "tools/gate/report.h"
#include "tools/gate/report_html.h"
#include "tools/gate/report_json.h"
#include "tools/gate/report_text.h"
#include "tools/gate/search_loop.h"
#include "tools/gate/settings.h"
#include "tools/gate/setup.h"
#include "tools/gate/verify.h"

namespace coherent::gate {
namespace {

// What was read before a run, and holds at its end.
struct Ground {
  ProtectedFiles files;
  Declared declared;
};

absl::Status Publish(const Report& report, const GateOptions& options, std::ostream& out) {
  out << (options.json ? ToJsonText(report) : ToText(report)) << std::flush;
  if (!options.junit.empty()) RETURN_IF_ERROR(WriteFileAtomically(options.junit, ToJunit(report)));
  if (!options.html.empty()) RETURN_IF_ERROR(WriteFileAtomically(options.html, ToHtml(report)));
  return report.ToStatus();
}

// The end of a run that may have stopped early. An error that is no technical one is bad input, and
// there is nothing to report.
absl::Status Conclude(absl::Status status, const Ground& ground, const GateOptions& options,
                      Report* report, std::ostream& out) {
  const bool is_technical = ExitCodeFor(status) == ExitCodeFor(absl::InternalError(""));
  if (!status.ok() && !is_technical) return status;
  if (status.ok()) status = ground.files.Verify();
  report->technical = status;
  if (report->GetVerdict() == Verdict::kEqual) {
    RETURN_IF_ERROR(EnterInRegister(ground.declared, options, *report));
  }
  return Publish(*report, options, out);
}

// The files of a comparison, noted before any of them is read, and what is declared in them.
absl::StatusOr<Ground> ReadGround(const GateOptions& options,
                                  const std::vector<std::string>& files) {
  Ground ground;
  for (const std::string& file : files) RETURN_IF_ERROR(ground.files.Add(file));
  ASSIGN_OR_RETURN(ground.declared, ReadDeclared(options, &ground.files));
  return ground;
}

// The settings of a record, as far as `check` may narrow them.
absl::StatusOr<Settings> SettingsForCheck(const GateOptions& options, const Record& record) {
  RETURN_IF_ERROR(CheckNumbers(options));
  Settings settings = record.head.settings;
  settings.ignored_fields.insert(options.ignored_fields.begin(), options.ignored_fields.end());
  if (!options.stages.has_value()) return settings;
  ASSIGN_OR_RETURN(settings.stages, ParseStages(*options.stages));
  for (const Stage stage : settings.stages) {
    if (record.head.settings.stages.count(stage) == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(options.record, ": has no stage ", NameOf(stage)));
    }
  }
  return settings;
}

// The positions of a record. A file, if one is given, has to be that which was recorded.
absl::StatusOr<PositionSet> PositionsForCheck(const GateOptions& options, const Record& record) {
  ASSIGN_OR_RETURN(PositionSet positions, PositionsOf(options.record, record));
  if (options.positions.has_value()) {
    ASSIGN_OR_RETURN(const PositionSet given, ReadPositions(*options.positions));
    if (given.sha256 != positions.sha256) {
      return absl::InvalidArgumentError(absl::StrCat(given.path, ": found sha256 ", given.sha256,
                                                     ", expected ", positions.sha256, " as in ",
                                                     options.record));
    }
  }
  ThinIfQuick(options, &positions);
  return positions;
}

// What the user set when recording, not what follows from the settings: that need not be offered.
std::vector<EngineOption> UserOptionsOf(const Record& record) {
  const Settings& settings = record.head.settings;
  std::vector<EngineOption> options;
  for (const EngineOption& option : record.head.options) {
    const bool follows = option == EngineOption{"Hash", absl::StrCat(settings.hash_mib)} ||
                         option == EngineOption{"Threads", absl::StrCat(settings.threads)} ||
                         option == EngineOption{"UCI_Chess960", "true"};
    if (!follows) options.push_back(option);
  }
  return options;
}

std::string VersionText(absl::string_view engine_name) {
  const auto version = VersionIn(engine_name);
  return version.has_value() ? absl::StrJoin(*version, ".") : "";
}

// Searches everything into a record; the report tells whether it is worth writing.
absl::StatusOr<std::string> MakeRecord(const Engine& engine, const std::string& source_hash,
                                       Report* report) {
  StageSwitches switches;
  EngineRun run(engine.spec, report->settings, report->positions, switches, report->jobs);
  ASSIGN_OR_RETURN(const EngineRun::Start start, run.WaitForStart());
  Describe(engine, start, &report->candidate);
  const std::vector<GatePosition>& positions = report->positions.positions;
  RecordWriter writer({start.greeting.name, VersionText(start.greeting.name), source_hash,
                       engine.sha256, start.greeting.lines, start.options, report->positions.sha256,
                       positions.size(), report->settings});
  Progress progress(SearchesIn(*report), "searches");
  const auto judge = [&](Stage stage, size_t position, const std::vector<Answer>& answers) {
    writer.Add({stage, positions[position].id, positions[position].fen, answers.front()});
    return VerifyAnswer(Side::kCandidate, answers.front(), positions[position].position, stage,
                        report->settings);
  };
  RETURN_IF_ERROR(ForEachSearch(
      {{"engine", &run}}, judge, [&] { progress.Advance(); }, report));
  RETURN_IF_ERROR(run.Finish());
  report->candidate.search_seconds = std::chrono::duration<double>(run.search_time()).count();
  RETURN_IF_ERROR(RecordBench(engine, &report->candidate, report));
  return writer.Finish(report->candidate.bench_nodes);
}

}  // namespace

absl::Status RunGate(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Settings settings, SettingsFrom(options));
  ASSIGN_OR_RETURN(const std::string base_program, FindProgram(options.base));
  ASSIGN_OR_RETURN(const std::string candidate_program, FindProgram(options.candidate));
  ASSIGN_OR_RETURN(const Ground ground,
                   ReadGround(options, {base_program, candidate_program,
                                        options.positions.value_or(kDefaultPositions)}));
  ASSIGN_OR_RETURN(PositionSet positions, PositionsFrom(options));
  ASSIGN_OR_RETURN(const auto base_options, ParseEngineOptions(options.base_options));
  ASSIGN_OR_RETURN(const auto candidate_options, ParseEngineOptions(options.candidate_options));
  ASSIGN_OR_RETURN(const Engine base, FindEngine("base", base_program, options, base_options));
  ASSIGN_OR_RETURN(const Engine candidate,
                   FindEngine("candidate", candidate_program, options, candidate_options));
  ASSIGN_OR_RETURN(const int jobs, JobsFrom(options, 2 * options.repeat));
  Report report = NewReport(settings, std::move(positions), jobs);
  report.version_rule = options.version_rule;
  report.repeat = options.repeat;
  report.base.program = base.spec.program;
  report.base.sha256 = base.sha256;
  report.candidate.program = candidate.spec.program;
  report.candidate.sha256 = candidate.sha256;
  RETURN_IF_ERROR(Apply(ground.declared, options, &report));
  return Conclude(CompareEngines(base, candidate, &report), ground, options, &report, out);
}

absl::Status CheckEngine(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const std::string program, FindProgram(options.candidate));
  std::vector<std::string> files = {options.record, program};
  if (options.positions.has_value()) files.push_back(*options.positions);
  ASSIGN_OR_RETURN(const Ground ground, ReadGround(options, files));
  ASSIGN_OR_RETURN(const Record record, ReadRecord(options.record));
  ASSIGN_OR_RETURN(const Settings settings, SettingsForCheck(options, record));
  ASSIGN_OR_RETURN(PositionSet positions, PositionsForCheck(options, record));
  ASSIGN_OR_RETURN(const Engine candidate,
                   FindEngine("candidate", program, options, UserOptionsOf(record)));
  ASSIGN_OR_RETURN(const int jobs, JobsFrom(options, options.repeat));
  Report report = NewReport(settings, std::move(positions), jobs);
  report.version_rule = options.version_rule;
  report.repeat = options.repeat;
  report.base = {options.record,
                 true,
                 record.head.binary_sha256,
                 record.head.engine_name,
                 record.head.source_hash,
                 record.head.options,
                 record.bench_nodes,
                 0};
  report.candidate.program = candidate.spec.program;
  report.candidate.sha256 = candidate.sha256;
  RETURN_IF_ERROR(Apply(ground.declared, options, &report));
  return Conclude(CompareWithRecord(record, candidate, &report), ground, options, &report, out);
}

absl::Status RunLogs(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const ProtectedBytes base_file, ReadProtectedFile(options.base));
  ASSIGN_OR_RETURN(const ProtectedBytes candidate_file, ReadProtectedFile(options.candidate));
  ASSIGN_OR_RETURN(const UciLog base, ParseLog(options.base, base_file.bytes));
  ASSIGN_OR_RETURN(const UciLog candidate, ParseLog(options.candidate, candidate_file.bytes));
  ASSIGN_OR_RETURN(
      const Report report,
      CompareLogs(base, candidate, {options.ignored_fields.begin(), options.ignored_fields.end()}));
  return Publish(report, options, out);
}

absl::Status RecordEngine(const GateOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Settings settings, SettingsFrom(options));
  ASSIGN_OR_RETURN(PositionSet positions, PositionsFrom(options));
  ASSIGN_OR_RETURN(const Engine engine, FindEngine("engine", options.candidate, options, {}));
  ASSIGN_OR_RETURN(const int jobs, JobsFrom(options, 1));
  Report report = NewReport(settings, std::move(positions), jobs);
  report.candidate.program = engine.spec.program;
  report.candidate.sha256 = engine.sha256;
  const absl::StatusOr<std::string> text = MakeRecord(engine, options.source_hash, &report);
  if (!text.ok() || report.GetVerdict() != Verdict::kEqual) {
    return Conclude(text.status(), Ground(), options, &report, out);
  }
  RETURN_IF_ERROR(WriteRecord(options.out, *text));
  ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(options.out));
  out << absl::StrFormat("recorded   %s, %d searches, to %s\n           sha256 %s\n",
                         report.candidate.name, SearchesIn(report), options.out, sha256);
  return absl::OkStatus();
}

}  // namespace coherent::gate
