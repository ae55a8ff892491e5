#include "tools/gate/comparison.h"

#include <chrono>
#include <cstddef>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/progress.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/chess/position.h"
#include "tools/gate/answer.h"
#include "tools/gate/answer_source.h"
#include "tools/gate/bench_run.h"
#include "tools/gate/compare.h"
#include "tools/gate/difference.h"
#include "tools/gate/engine_run.h"
#include "tools/gate/search_loop.h"
#include "tools/gate/settings.h"
#include "tools/gate/verify.h"

namespace coherent::gate {
namespace {

// So many of the searches that differ are done again, to see whether the engines repeat themselves.
constexpr size_t kRepeated = 8;
// A bench is many searches.
constexpr int kBenchTimeouts = 10;

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

// A bench that is not there is no error: the stage is not compared.
using Benched = std::pair<const Engine*, EngineReport*>;
absl::Status RunBenches(const std::vector<Benched>& engines, Report* report) {
  StageReport& stage = report->StageOf(Stage::kBench);
  std::vector<std::future<absl::StatusOr<u64>>> runs;
  for (const auto& [engine, unused] : engines) {
    const EngineSpec& spec = engine->spec;
    runs.push_back(std::async(std::launch::async, [&spec, report] {
      return RunBench(spec.role, spec.program, report->settings.bench_command,
                      spec.timeout * kBenchTimeouts);
    }));
  }
  std::vector<absl::StatusOr<u64>> results;
  results.reserve(runs.size());
  for (auto& run : runs) results.push_back(run.get());
  stage.reason.clear();
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].ok()) {
      engines[i].second->bench_nodes = *results[i];
    } else if (absl::IsNotFound(results[i].status())) {
      absl::StrAppend(&stage.reason, stage.reason.empty() ? "" : "; ",
                      results[i].status().message());
    } else {
      stage.reason = "the run ended before";
      return results[i].status();
    }
  }
  if (!stage.reason.empty()) return absl::OkStatus();
  stage.status = StageReport::Status::kCompared;
  stage.compared = 1;
  return absl::OkStatus();
}

absl::Status CompareBenches(const std::vector<Benched>& engines, Report* report) {
  if (report->settings.stages.count(Stage::kBench) == 0) return absl::OkStatus();
  RETURN_IF_ERROR(RunBenches(engines, report));
  if (!report->base.bench_nodes.has_value() || !report->candidate.bench_nodes.has_value()) {
    return absl::OkStatus();
  }
  if (auto difference = CompareBench(*report->base.bench_nodes, *report->candidate.bench_nodes);
      difference.has_value()) {
    report->general.push_back(*std::move(difference));
  }
  return absl::OkStatus();
}

// A search in which the engines differ, to be done again.
struct KeptSearch {
  Stage stage = Stage::kNodes;
  size_t position = 0;
  std::vector<Answer> answers;  // base, candidate
};

std::string DescribeRepeat(absl::string_view id, Stage stage, const Difference& difference) {
  return absl::StrCat(id, ", ", NameOf(stage), ": ", NameOf(difference.kind), " ", difference.field,
                      ": \"", difference.base.Marked(), "\", then \"",
                      difference.candidate.Marked(), "\"");
}

absl::Status RepeatSearches(const Engine& engine, Side side, const std::vector<KeptSearch>& kept,
                            Report* report) {
  ASSIGN_OR_RETURN(const ReadyEngine ready,
                   StartEngine(engine.spec, report->settings, report->positions.NeedsChess960()));
  RepeatReport repeat{side, 0, 0, ""};
  for (const KeptSearch& search : kept) {
    // Not if the stage turned out to say nothing.
    if (report->StageOf(search.stage).status != StageReport::Status::kCompared) continue;
    ASSIGN_OR_RETURN(const TimedAnswer again,
                     SearchOnce(*ready.client, report->positions.positions[search.position],
                                search.stage, report->settings));
    const Answer& before = search.answers[static_cast<size_t>(side)];
    ++repeat.searches;
    const std::vector<Difference> differences =
        CompareAnswers(before, again.answer, report->settings.ignored_fields);
    if (differences.empty()) {
      ++repeat.repeated;
    } else if (repeat.example.empty()) {
      repeat.example = DescribeRepeat(report->positions.positions[search.position].id, search.stage,
                                      differences.front());
    }
  }
  if (repeat.searches > 0) report->repeats.push_back(repeat);
  return ready.client->Quit();
}

// Both sides' answers to one search; keeps some that differ.
FindDifferences ComparingInto(const Report& report, std::vector<KeptSearch>* kept) {
  return [&report, kept](Stage stage, size_t position, const std::vector<Answer>& answers) {
    const chess::Position& root = report.positions.positions[position].position;
    std::vector<Difference> differences;
    for (const Side side : kSides) {
      const std::vector<Difference> own =
          VerifyAnswer(side, answers[static_cast<size_t>(side)], root, stage, report.settings);
      differences.insert(differences.end(), own.begin(), own.end());
    }
    const std::vector<Difference> between =
        CompareAnswers(answers[0], answers[1], report.settings.ignored_fields);
    if (!between.empty() && kept->size() < kRepeated) kept->push_back({stage, position, answers});
    differences.insert(differences.end(), between.begin(), between.end());
    return differences;
  };
}

void CompareHeads(const std::vector<std::string>& base, const std::vector<std::string>& candidate,
                  Report* report) {
  report->general = CompareGreetings(base, candidate);
  if (!report->version_rule) return;
  if (auto step = CheckVersionStep(report->base.name, report->candidate.name); step.has_value()) {
    report->general.push_back(*std::move(step));
  }
}

// `base` or `record` is null.
class Comparison {
 public:
  Comparison(const Engine* base, const Record* record, const Engine& candidate, Report* report)
      : base_(base), record_(record), candidate_(candidate), report_(*report) {}

  absl::Status Run() {
    const Clock::time_point start = Clock::now();
    RETURN_IF_ERROR(RunEngines());
    report_.wall_seconds = Seconds(Clock::now() - start);
    if (kept_.empty()) return absl::OkStatus();
    if (base_ != nullptr) {
      RETURN_IF_ERROR(RepeatSearches(*base_, Side::kBase, kept_, &report_));
    }
    return RepeatSearches(candidate_, Side::kCandidate, kept_, &report_);
  }

 private:
  absl::Status RunEngines() {
    StageSwitches switches;
    std::optional<EngineRun> base_run;
    if (base_ != nullptr) {
      base_run.emplace(base_->spec, report_.settings, report_.positions, switches, report_.jobs);
    }
    EngineRun candidate_run(candidate_.spec, report_.settings, report_.positions, switches,
                            report_.jobs);
    std::vector<std::string> base_greeting;
    if (base_run.has_value()) {
      ASSIGN_OR_RETURN(EngineRun::Start start, base_run->WaitForStart());
      Describe(*base_, start, &report_.base);
      base_greeting = std::move(start.greeting.lines);
    } else {
      base_greeting = record_->head.greeting;
    }
    ASSIGN_OR_RETURN(const EngineRun::Start start, candidate_run.WaitForStart());
    Describe(candidate_, start, &report_.candidate);
    CompareHeads(base_greeting, start.greeting.lines, &report_);
    RETURN_IF_ERROR(CompareSearches(base_run.has_value() ? &*base_run : nullptr, candidate_run));
    if (base_run.has_value()) {
      RETURN_IF_ERROR(base_run->Finish());
      report_.base.search_seconds = Seconds(base_run->search_time());
    }
    RETURN_IF_ERROR(candidate_run.Finish());
    report_.candidate.search_seconds = Seconds(candidate_run.search_time());
    return absl::OkStatus();
  }

  absl::Status CompareSearches(EngineRun* base_run, EngineRun& candidate_run) {
    std::optional<RecordSource> recorded;
    if (base_run == nullptr) {
      recorded.emplace(*record_, report_.settings.stages, report_.positions);
    }
    AnswerSource* const base_source =
        base_run != nullptr ? static_cast<AnswerSource*>(base_run) : &*recorded;
    Progress progress(SearchesIn(report_), "searches");
    return ForEachSearch(
        {{"base", base_source}, {"candidate", &candidate_run}}, ComparingInto(report_, &kept_),
        [&] { progress.Advance(); }, &report_);
  }

  const Engine* const base_;
  const Record* const record_;
  const Engine& candidate_;
  Report& report_;
  std::vector<KeptSearch> kept_;
};

}  // namespace

absl::Status CompareEngines(const Engine& base, const Engine& candidate, Report* report) {
  RETURN_IF_ERROR(Comparison(&base, nullptr, candidate, report).Run());
  return CompareBenches({{&base, &report->base}, {&candidate, &report->candidate}}, report);
}

absl::Status CompareWithRecord(const Record& record, const Engine& candidate, Report* report) {
  RETURN_IF_ERROR(Comparison(nullptr, &record, candidate, report).Run());
  return CompareBenches({{&candidate, &report->candidate}}, report);
}

absl::Status RecordBench(const Engine& engine, EngineReport* engine_report, Report* report) {
  if (report->settings.stages.count(Stage::kBench) == 0) return absl::OkStatus();
  return RunBenches({{&engine, engine_report}}, report);
}

i64 SearchesIn(const Report& report) {
  i64 searches = 0;
  for (const StageReport& stage : report.stages) {
    if (stage.stage != Stage::kBench) searches += stage.planned;
  }
  return searches;
}

}  // namespace coherent::gate
