#include "tools/gate/engine_run.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "tools/gate/verify.h"

namespace coherent::gate {
namespace {

// How far a process may be ahead: the two sides need not wait for each other at every position, and
// memory stays bounded.
constexpr size_t kAhead = 16;

std::vector<Stage> SearchStages(const Settings& settings) {
  std::vector<Stage> stages(settings.stages.begin(), settings.stages.end());
  stages.erase(std::remove(stages.begin(), stages.end(), Stage::kBench), stages.end());
  return stages;
}

absl::Status WithPosition(const absl::Status& status, const GatePosition& position, Stage stage) {
  if (status.ok()) return status;
  return {status.code(), absl::StrCat("position ", position.id, ", stage ", NameOf(stage), ": ",
                                      status.message())};
}

}  // namespace

struct EngineRun::Worker {
  explicit Worker(size_t worker_index) : index(worker_index), answers(kAhead) {}

  const size_t index;
  BoundedQueue<absl::StatusOr<Start>> start{1};
  BoundedQueue<absl::StatusOr<std::optional<Answer>>> answers;
  BoundedQueue<absl::Status> end{1};
  std::chrono::nanoseconds search_time = {};
  std::thread thread;
};

absl::StatusOr<std::vector<EngineOption>> OptionsFor(const uci::Greeting& greeting,
                                                     const EngineSpec& spec,
                                                     const Settings& settings, bool chess960) {
  std::vector<EngineOption> options;
  const auto is_given = [&](absl::string_view name) {
    return std::any_of(spec.options.begin(), spec.options.end(), [&](const EngineOption& option) {
      return absl::EqualsIgnoreCase(option.name, name);
    });
  };
  const std::vector<EngineOption> ours = {{"Threads", absl::StrCat(settings.threads)},
                                          {"Hash", absl::StrCat(settings.hash_mib)}};
  for (const EngineOption& option : ours) {
    if (greeting.Find(option.name) != nullptr && !is_given(option.name)) options.push_back(option);
  }
  if (chess960 && !is_given("UCI_Chess960")) options.push_back({"UCI_Chess960", "true"});
  options.insert(options.end(), spec.options.begin(), spec.options.end());
  for (const EngineOption& option : options) {
    if (greeting.Find(option.name) == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(spec.role, " (", spec.program, "): offers no option ", option.name));
    }
  }
  return options;
}

absl::StatusOr<ReadyEngine> StartEngine(const EngineSpec& spec, const Settings& settings,
                                        bool chess960, const std::atomic<bool>* cancelled) {
  ReadyEngine engine;
  ASSIGN_OR_RETURN(engine.client, uci::Client::Start({.name = spec.role,
                                                      .argv = {spec.program},
                                                      .timeout = spec.timeout,
                                                      .cancelled = cancelled}));
  ASSIGN_OR_RETURN(engine.options, OptionsFor(engine.client->greeting(), spec, settings, chess960));
  for (const EngineOption& option : engine.options) {
    RETURN_IF_ERROR(engine.client->SetOption(option.name, option.value));
  }
  return engine;
}

absl::StatusOr<TimedAnswer> SearchOnce(uci::Client& client, const GatePosition& position,
                                       Stage stage, const Settings& settings) {
  RETURN_IF_ERROR(WithPosition(client.NewGame(), position, stage));
  absl::StatusOr<uci::SearchResult> result =
      client.Search({position.fen, {}, settings.LimitsOf(stage)},
                    [&](const uci::Info& line) { return !IsFarBeyond(line, stage, settings); });
  if (!result.ok()) return WithPosition(result.status(), position, stage);
  if (!result->odd_lines.empty()) {
    const uci::OddLine& odd = result->odd_lines.front();
    const std::string what =
        absl::StrCat("line ", odd.number, ", \"", odd.text, "\", does not parse: ", odd.problem);
    return WithPosition(client.Error(absl::StatusCode::kInternal, what), position, stage);
  }
  RETURN_IF_ERROR(WithPosition(client.WaitUntilReady(), position, stage));
  TimedAnswer timed{{{}, std::move(result->best_move), result->stopped}, result->elapsed};
  for (uci::SearchLine& line : result->lines) timed.answer.lines.push_back(std::move(line.info));
  return timed;
}

EngineRun::EngineRun(EngineSpec spec, Settings settings, const PositionSet& positions,
                     StageSwitches& switches, int jobs, Lifetime lifetime)
    : spec_(std::move(spec)),
      settings_(std::move(settings)),
      positions_(positions),
      chess960_(positions.NeedsChess960()),
      switches_(switches),
      stages_(SearchStages(settings_)),
      lifetime_(lifetime) {
  const size_t count = std::max<size_t>(1, std::min<size_t>(jobs, positions.positions.size()));
  for (size_t i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>(i));
  for (auto& worker : workers_) {
    worker->thread = std::thread([this, raw = worker.get()] { Work(*raw); });
  }
}

EngineRun::~EngineRun() {
  cancelled_ = true;
  for (auto& worker : workers_) worker->answers.Close();
  for (auto& worker : workers_) worker->thread.join();
}

// The process belongs to this thread: it dies with it.
void EngineRun::Work(Worker& worker) {
  absl::StatusOr<ReadyEngine> engine = StartOne();
  if (!engine.ok()) {
    worker.start.Push(engine.status());
    return;
  }
  worker.start.Push(Start{engine->client->greeting(), engine->options});
  if (const absl::Status status = SearchAll(worker, *engine); !status.ok()) {
    worker.answers.Push(status);
    return;
  }
  worker.end.Push(engine->client->Quit());
}

absl::StatusOr<ReadyEngine> EngineRun::StartOne() const {
  return StartEngine(spec_, settings_, chess960_, &cancelled_);
}

absl::Status EngineRun::SearchAll(Worker& worker, ReadyEngine& engine) {
  const std::vector<GatePosition>& positions = positions_.positions;
  bool is_used = false;
  for (const Stage stage : stages_) {
    for (size_t i = worker.index; i < positions.size(); i += workers_.size()) {
      if (cancelled_) return absl::AbortedError("given up");
      if (switches_.IsGivenUp(stage)) {
        worker.answers.Push(std::optional<Answer>());
        continue;
      }
      if (is_used && lifetime_ == Lifetime::kOneSearch) {
        RETURN_IF_ERROR(engine.client->Quit());
        ASSIGN_OR_RETURN(engine, StartOne());
      }
      is_used = true;
      ASSIGN_OR_RETURN(TimedAnswer timed,
                       SearchOnce(*engine.client, positions[i], stage, settings_));
      worker.search_time += timed.elapsed;
      if (timed.answer.stopped) switches_.GiveUp(stage);
      worker.answers.Push(std::optional<Answer>(std::move(timed.answer)));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<EngineRun::Start> EngineRun::WaitForStart() {
  std::vector<absl::StatusOr<Start>> starts;
  for (auto& worker : workers_) starts.push_back(worker->start.Pop());
  for (const auto& start : starts) RETURN_IF_ERROR(start.status());
  return std::move(starts.front());
}

absl::StatusOr<std::optional<Answer>> EngineRun::Next() {
  const size_t position = next_++ % positions_.positions.size();
  return workers_[position % workers_.size()]->answers.Pop();
}

absl::Status EngineRun::Finish() {
  for (auto& worker : workers_) RETURN_IF_ERROR(worker->end.Pop());
  return absl::OkStatus();
}

std::chrono::nanoseconds EngineRun::search_time() const {
  std::chrono::nanoseconds total = {};
  for (const auto& worker : workers_) total += worker->search_time;
  return total;
}

}  // namespace coherent::gate
