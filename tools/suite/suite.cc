#include "tools/suite/suite.h"

#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/progress.h"
#include "lib/base/quoted.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "tools/suite/report.h"
#include "tools/suite/report_json.h"

namespace coherent::suite {
namespace {

absl::StatusOr<std::pair<std::string, std::string>> ParseOption(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--option: found ", Quoted(text), ", expected NAME=VALUE"));
  }
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

absl::StatusOr<Work> WorkFrom(const SuiteOptions& options) {
  Work work;
  if (options.nodes) work.limit = absl::StrCat("nodes ", *options.nodes);
  if (options.depth) work.limit = absl::StrCat("depth ", *options.depth);
  if (options.movetime_ms) work.limit = absl::StrCat("movetime ", *options.movetime_ms);
  work.nodes = options.nodes;
  work.stop_at_nodes = options.stop_at_nodes;
  work.hash_mib = options.hash_mib;
  work.threads = options.threads;
  for (const std::string& option : options.options) {
    ASSIGN_OR_RETURN(work.options.emplace_back(), ParseOption(option));
  }
  work.jobs = options.jobs;
  work.timeout = std::chrono::milliseconds(static_cast<i64>(options.timeout_s * 1000) +
                                           options.movetime_ms.value_or(0));
  return work;
}

absl::StatusOr<EngineReport> FindEngine(const std::string& name, const Report& report) {
  EngineReport engine;
  ASSIGN_OR_RETURN(engine.program, FindProgram(name));
  ASSIGN_OR_RETURN(engine.sha256, Sha256HexOfFile(engine.program));
  ASSIGN_OR_RETURN(engine.greeting, TryEngine(engine.program, report.suites, report.work));
  return engine;
}

// Everything but the searches.
absl::StatusOr<Report> Prepare(const SuiteOptions& options) {
  Report report;
  ASSIGN_OR_RETURN(report.work, WorkFrom(options));
  for (const std::string& path : options.suites) {
    ASSIGN_OR_RETURN(Suite suite, ReadSuite(path));
    const auto count = static_cast<i64>(suite.positions.size());
    if (options.first.value_or(count) < count) {
      suite.positions.erase(suite.positions.begin() + *options.first, suite.positions.end());
    }
    report.suites.push_back(std::move(suite));
  }
  for (const std::string& name : options.engines) {
    ASSIGN_OR_RETURN(report.engines.emplace_back(), FindEngine(name, report));
  }
  return report;
}

absl::Status SearchAll(Report* report) {
  size_t searches = 0;
  for (const Suite& suite : report->suites) {
    searches += suite.positions.size() * report->engines.size();
  }
  Progress progress(static_cast<i64>(searches), "searches");
  for (EngineReport& engine : report->engines) {
    ASSIGN_OR_RETURN(engine.judgements, RunEngine(engine.program, report->suites, report->work,
                                                  [&] { progress.Advance(); }));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunSuites(const SuiteOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(Report report, Prepare(options));
  RETURN_IF_ERROR(SearchAll(&report));
  if (!options.details.empty()) {
    RETURN_IF_ERROR(WriteFileAtomically(options.details, DetailsAsCsv(report)));
  }
  if (options.json) {
    // An engine may call itself what is no UTF-8.
    out << ReportAsJson(report).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    out << ReportAsText(report);
  }
  const i64 faults = report.Faults();
  if (!options.fail_on_wrong || faults == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("mates that are wrong or not shown: found ", faults, ", expected none"));
}

}  // namespace coherent::suite
