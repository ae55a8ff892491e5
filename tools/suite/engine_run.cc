#include "tools/suite/engine_run.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/chess/standard.h"
#include "lib/uci/client.h"
#include "lib/uci/info.h"

namespace coherent::suite {
namespace {

// Rich in moves, and nothing near to an end.
constexpr char kTrialFen[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr i64 kTrialNodes = 100'000;

// Engines look at the count only every few thousand nodes.
bool IsFarBeyond(i64 nodes, i64 limit) { return nodes > 20 * limit + 1'000'000; }

// `go` with these limits, and `stop` at the first report that is beyond.
absl::StatusOr<uci::SearchResult> Search(uci::Client& client, const std::string& fen,
                                         const Work& work) {
  uci::SearchRequest request;
  request.fen = fen;
  // Not `infinite`: an engine that has nothing left to search would wait in silence.
  request.limits = work.stop_at_nodes ? "depth 100" : work.limit;
  return client.Search(request, [&](const uci::Info& info) {
    if (!work.nodes.has_value()) return true;
    const i64 nodes = info.nodes().value_or(0);
    return work.stop_at_nodes ? nodes <= *work.nodes : !IsFarBeyond(nodes, *work.nodes);
  });
}

absl::Status NotHeeded(const uci::Client& client, const Work& work) {
  return client.Error(
      absl::StatusCode::kInvalidArgument,
      absl::StrCat("ignores `go ", work.limit, "`; try --stop-at-nodes, --depth or --movetime"));
}

// A process that is ready to search.
struct ReadyEngine {
  std::unique_ptr<uci::Client> client;
  EngineGreeting greeting;
};

absl::StatusOr<ReadyEngine> StartEngine(const std::string& program, bool chess960, const Work& work,
                                        const std::atomic<bool>* cancelled) {
  ReadyEngine engine;
  ASSIGN_OR_RETURN(
      engine.client,
      uci::Client::Start(
          {.name = "engine", .argv = {program}, .timeout = work.timeout, .cancelled = cancelled}));
  uci::Client& client = *engine.client;
  engine.greeting.name = client.greeting().name;
  for (const auto& [name, value] :
       {std::pair("Threads", work.threads), std::pair("Hash", work.hash_mib)}) {
    if (client.greeting().Find(name) == nullptr) {
      engine.greeting.not_offered.emplace_back(name);
    } else {
      RETURN_IF_ERROR(client.SetOption(name, absl::StrCat(value)));
    }
  }
  if (chess960) RETURN_IF_ERROR(client.SetOption("UCI_Chess960", "true"));
  for (const auto& [name, value] : work.options) {
    RETURN_IF_ERROR(client.SetOption(name, value));
  }
  return engine;
}

bool NeedChess960(const std::vector<Suite>& suites) {
  return std::any_of(suites.begin(), suites.end(), [](const Suite& suite) {
    return std::any_of(suite.positions.begin(), suite.positions.end(),
                       [](const SuitePosition& entry) {
                         return !chess::CastlesAsInStandardChess(entry.position);
                       });
  });
}

absl::StatusOr<Judgement> SearchPosition(uci::Client& client, const SuitePosition& position,
                                         const Work& work) {
  RETURN_IF_ERROR(client.NewGame());
  ASSIGN_OR_RETURN(const uci::SearchResult result, Search(client, position.fen, work));
  if (result.stopped && !work.stop_at_nodes) return NotHeeded(client, work);
  absl::StatusOr<Judgement> judgement =
      Judge(position, result, work.stop_at_nodes ? work.nodes : std::nullopt);
  if (judgement.ok()) return judgement;
  return client.Error(judgement.status().code(), judgement.status().message());
}

// One engine, shared by the threads that drive its processes.
class EngineRun {
 public:
  EngineRun(const std::string& program, const std::vector<Suite>& suites, const Work& work,
            const std::function<void()>& on_search)
      : program_(program),
        chess960_(NeedChess960(suites)),
        work_(work),
        on_search_(on_search),
        statuses_(work.jobs) {
    for (const Suite& suite : suites) {
      results_.emplace_back(suite.positions.size());
      for (size_t i = 0; i < suite.positions.size(); ++i) {
        tasks_.push_back({&suite, &suite.positions[i], &results_.back()[i]});
      }
    }
  }

  absl::StatusOr<std::vector<std::vector<Judgement>>> Run() {
    std::vector<std::thread> threads;
    for (size_t job = 0; job < statuses_.size(); ++job) {
      threads.emplace_back([this, job] {
        statuses_[job] = Drive(job);
        if (!statuses_[job].ok()) cancelled_ = true;
      });
    }
    for (std::thread& thread : threads) thread.join();
    // What was given up because of another failure says nothing.
    for (const absl::Status& status : statuses_) {
      if (!status.ok() && !absl::IsAborted(status)) return status;
    }
    return std::move(results_);
  }

 private:
  struct Task {
    const Suite* suite;
    const SuitePosition* position;
    Judgement* result;
  };

  absl::Status Drive(size_t job) {
    if (job >= tasks_.size()) return absl::OkStatus();
    ASSIGN_OR_RETURN(ReadyEngine engine, StartEngine(program_, chess960_, work_, &cancelled_));
    for (size_t i = job; i < tasks_.size(); i += statuses_.size()) {
      const Task& task = tasks_[i];
      absl::StatusOr<Judgement> judgement = SearchPosition(*engine.client, *task.position, work_);
      if (!judgement.ok()) {
        return {judgement.status().code(),
                absl::StrCat(task.suite->path, ":", task.position->line, ": position ",
                             task.position->id, ": ", judgement.status().message())};
      }
      *task.result = *std::move(judgement);
      on_search_();
    }
    return engine.client->Quit();
  }

  const std::string& program_;
  const bool chess960_;
  const Work& work_;
  const std::function<void()>& on_search_;
  std::atomic<bool> cancelled_ = false;
  std::vector<std::vector<Judgement>> results_;
  std::vector<Task> tasks_;
  std::vector<absl::Status> statuses_;  // of each job
};

}  // namespace

absl::StatusOr<EngineGreeting> TryEngine(const std::string& program,
                                         const std::vector<Suite>& suites, const Work& work) {
  ASSIGN_OR_RETURN(ReadyEngine engine, StartEngine(program, NeedChess960(suites), work, nullptr));
  if (work.nodes.has_value() && !work.stop_at_nodes) {
    Work trial = work;
    trial.nodes = std::min(*work.nodes, kTrialNodes);
    trial.limit = absl::StrCat("nodes ", *trial.nodes);
    RETURN_IF_ERROR(engine.client->NewGame());
    ASSIGN_OR_RETURN(const uci::SearchResult result, Search(*engine.client, kTrialFen, trial));
    i64 nodes = 0;
    for (const uci::SearchLine& line : result.lines) nodes = line.info.nodes().value_or(nodes);
    if (result.stopped || nodes < *trial.nodes / 20) return NotHeeded(*engine.client, trial);
  }
  RETURN_IF_ERROR(engine.client->Quit());
  return engine.greeting;
}

absl::StatusOr<std::vector<std::vector<Judgement>>> RunEngine(
    const std::string& program, const std::vector<Suite>& suites, const Work& work,
    const std::function<void()>& on_search) {
  return EngineRun(program, suites, work, on_search).Run();
}

}  // namespace coherent::suite
