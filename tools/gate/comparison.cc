#include "tools/gate/comparison.h"

#include <chrono>
#include <cstddef>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
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
constexpr size_t kSidesCount = std::size(kSides);

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

// Notes whether an engine gave its own answer again.
void NoteRepeat(absl::string_view where, const std::vector<Difference>& differences,
                RepeatReport* repeat) {
  ++repeat->searches;
  if (differences.empty()) {
    ++repeat->repeated;
  } else if (repeat->example.empty()) {
    const Difference& first = differences.front();
    repeat->example =
        absl::StrCat(where, ": ", NameOf(first.kind), " ", first.field, ": \"", first.base.Marked(),
                     "\", then \"", first.candidate.Marked(), "\"");
  }
}

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

// As often as the report says, once of which is done.
absl::Status RepeatBenches(const std::vector<Benched>& engines, Report* report) {
  for (RepeatReport& repeat : report->repeats) {
    for (const auto& [engine, engine_report] : engines) {
      const bool is_base = engine_report == &report->base;
      if (is_base != (repeat.side == Side::kBase)) continue;
      for (int i = 1; i < report->repeat; ++i) {
        ASSIGN_OR_RETURN(const u64 again, RunBench(engine->spec.role, engine->spec.program,
                                                   report->settings.bench_command,
                                                   engine->spec.timeout * kBenchTimeouts));
        std::vector<Difference> differences;
        if (auto difference = CompareBench(*engine_report->bench_nodes, again)) {
          differences.push_back(*std::move(difference));
        }
        NoteRepeat("bench", differences, &repeat);
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CompareBenches(const std::vector<Benched>& engines, Report* report) {
  if (report->settings.stages.count(Stage::kBench) == 0) return absl::OkStatus();
  RETURN_IF_ERROR(RunBenches(engines, report));
  if (!report->base.bench_nodes.has_value() || !report->candidate.bench_nodes.has_value()) {
    return absl::OkStatus();
  }
  std::vector<Difference> differences;
  if (auto difference = CompareBench(*report->base.bench_nodes, *report->candidate.bench_nodes);
      difference.has_value()) {
    differences.push_back(*std::move(difference));
  }
  report->declared.TakeDeclared("", Stage::kBench, &differences);
  report->general.insert(report->general.end(), differences.begin(), differences.end());
  return RepeatBenches(engines, report);
}

// A search in which the engines differ, to be done again.
struct KeptSearch {
  Stage stage = Stage::kNodes;
  size_t position = 0;
  std::vector<Answer> answers;  // base, candidate
};

std::string NameOfSearch(const Report& report, size_t position, Stage stage) {
  return absl::StrCat(report.positions.positions[position].id, ", ", NameOf(stage));
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
    NoteRepeat(NameOfSearch(*report, search.position, search.stage),
               CompareAnswers(before, again.answer, report->settings.ignored_fields), &repeat);
  }
  if (repeat.searches > 0) report->repeats.push_back(repeat);
  return ready.client->Quit();
}

// Both sides' answers to one search, the declared differences left out; keeps some that differ. The
// answers after the first two are repeats, of the sides that `repeats` tells.
FindDifferences ComparingInto(const std::vector<RepeatReport*>& repeats,
                              std::vector<KeptSearch>* kept, Report* report) {
  return [repeats, kept, report](Stage stage, size_t position, const std::vector<Answer>& answers) {
    const GatePosition& searched = report->positions.positions[position];
    const std::set<std::string>& ignored = report->settings.ignored_fields;
    std::vector<Difference> differences;
    for (const Side side : kSides) {
      const std::vector<Difference> own = VerifyAnswer(side, answers[static_cast<size_t>(side)],
                                                       searched.position, stage, report->settings);
      differences.insert(differences.end(), own.begin(), own.end());
    }
    const std::vector<Difference> between =
        CompareAnswers(answers[0], answers[1], ignored, report->count_rule);
    if (!between.empty() && kept->size() < kRepeated) kept->push_back({stage, position, answers});
    differences.insert(differences.end(), between.begin(), between.end());
    report->declared.TakeDeclared(searched.id, stage, &differences);
    for (size_t i = 0; i < repeats.size(); ++i) {
      const Answer& before = answers[static_cast<size_t>(repeats[i]->side)];
      NoteRepeat(NameOfSearch(*report, position, stage),
                 CompareAnswers(before, answers[kSidesCount + i], ignored), repeats[i]);
    }
    return differences;
  };
}

void CompareHeads(const std::vector<std::string>& base, const std::vector<std::string>& candidate,
                  Report* report) {
  report->general = CompareGreetings(base, candidate);
  if (report->version_rule) {
    auto step = CheckVersionStep(report->base.name, report->candidate.name);
    if (step.has_value()) report->general.push_back(*std::move(step));
  }
  report->declared.TakeDeclared("", std::nullopt, &report->general);
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
    if (kept_.empty() || report_.repeat > 1) return absl::OkStatus();
    if (base_ != nullptr) {
      RETURN_IF_ERROR(RepeatSearches(*base_, Side::kBase, kept_, &report_));
    }
    return RepeatSearches(candidate_, Side::kCandidate, kept_, &report_);
  }

 private:
  absl::Status RunEngines() {
    std::optional<EngineRun> base_run;
    if (base_ != nullptr) {
      base_run.emplace(base_->spec, report_.settings, report_.positions, switches_, report_.jobs);
    }
    EngineRun candidate_run(candidate_.spec, report_.settings, report_.positions, switches_,
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
    RETURN_IF_ERROR(StartRepeats());
    RETURN_IF_ERROR(CompareSearches(base_run.has_value() ? &*base_run : nullptr, candidate_run));
    for (Repeat& repeat : repeats_) RETURN_IF_ERROR(repeat.run->Finish());
    if (base_run.has_value()) {
      RETURN_IF_ERROR(base_run->Finish());
      report_.base.search_seconds = Seconds(base_run->search_time());
    }
    RETURN_IF_ERROR(candidate_run.Finish());
    report_.candidate.search_seconds = Seconds(candidate_run.search_time());
    return absl::OkStatus();
  }

  // The engines that do every search again, each time in a new process: neither chance nor what a
  // process keeps from one search to the next may show.
  absl::Status StartRepeats() {
    if (report_.repeat == 1) return absl::OkStatus();
    if (base_ != nullptr) report_.repeats.push_back({Side::kBase, 0, 0, ""});
    report_.repeats.push_back({Side::kCandidate, 0, 0, ""});
    for (RepeatReport& repeat : report_.repeats) {
      for (int i = 1; i < report_.repeat; ++i) {
        EngineSpec spec = repeat.side == Side::kBase ? base_->spec : candidate_.spec;
        absl::StrAppend(&spec.role, " again");
        repeats_.push_back(
            {&repeat, std::make_unique<EngineRun>(spec, report_.settings, report_.positions,
                                                  switches_, report_.jobs, Lifetime::kOneSearch)});
      }
    }
    for (Repeat& repeat : repeats_) RETURN_IF_ERROR(repeat.run->WaitForStart().status());
    return absl::OkStatus();
  }

  absl::Status CompareSearches(EngineRun* base_run, EngineRun& candidate_run) {
    std::optional<RecordSource> recorded;
    if (base_run == nullptr) {
      recorded.emplace(*record_, report_.settings.stages, report_.positions);
    }
    AnswerSource* const base_source =
        base_run != nullptr ? static_cast<AnswerSource*>(base_run) : &*recorded;
    std::vector<NamedSource> sources = {{"base", base_source}, {"candidate", &candidate_run}};
    std::vector<RepeatReport*> repeat_reports;
    for (Repeat& repeat : repeats_) {
      sources.push_back({absl::StrCat(NameOf(repeat.report->side), " again"), repeat.run.get()});
      repeat_reports.push_back(repeat.report);
    }
    Progress progress(SearchesIn(report_), "searches");
    return ForEachSearch(
        sources, ComparingInto(repeat_reports, &kept_, &report_), [&] { progress.Advance(); },
        &report_);
  }

  // One more process of an engine, and where its answers are counted.
  struct Repeat {
    RepeatReport* report = nullptr;
    std::unique_ptr<EngineRun> run;
  };

  const Engine* const base_;
  const Record* const record_;
  const Engine& candidate_;
  Report& report_;
  StageSwitches switches_;
  std::vector<Repeat> repeats_;
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
