// One engine at work: several processes of it search the positions side by side, a little ahead of
// whoever takes the answers.
#ifndef COHERENT_TOOLS_GATE_ENGINE_RUN_H_
#define COHERENT_TOOLS_GATE_ENGINE_RUN_H_

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/uci/client.h"
#include "tools/gate/answer_source.h"
#include "tools/gate/bounded_queue.h"
#include "tools/gate/positions.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

struct EngineSpec {
  std::string role;  // "base", "candidate"
  std::string program;
  std::vector<EngineOption> options;  // of the user: each has to be offered
  std::chrono::milliseconds timeout = std::chrono::seconds(60);
};

// The options sent: Hash and Threads where offered, UCI_Chess960 where the positions need it, then
// the user's. InvalidArgument if what is needed is not offered.
absl::StatusOr<std::vector<EngineOption>> OptionsFor(const uci::Greeting& greeting,
                                                     const EngineSpec& spec,
                                                     const Settings& settings, bool chess960);

// Starts the engine and sets its options.
struct ReadyEngine {
  std::unique_ptr<uci::Client> client;
  std::vector<EngineOption> options;
};
absl::StatusOr<ReadyEngine> StartEngine(const EngineSpec& spec, const Settings& settings,
                                        bool chess960,
                                        const std::atomic<bool>* cancelled = nullptr);

// One search from a cleared engine, and proof that nothing follows its answer. An error names the
// position.
struct TimedAnswer {
  Answer answer;
  std::chrono::nanoseconds elapsed = {};  // from `go` to `bestmove`
};
absl::StatusOr<TimedAnswer> SearchOnce(uci::Client& client, const GatePosition& position,
                                       Stage stage, const Settings& settings);

// How long a process of an engine lasts.
enum class Lifetime { kRun, kOneSearch };

class EngineRun : public AnswerSource {
 public:
  // Starts `jobs` processes; position number i is searched by process i mod jobs, so that what an
  // engine keeps from one search to the next is the same on both sides. `positions` and `switches`
  // have to outlive the run.
  EngineRun(EngineSpec spec, Settings settings, const PositionSet& positions,
            StageSwitches& switches, int jobs, Lifetime lifetime = Lifetime::kRun);
  // Gives up what is not done.
  ~EngineRun() override;

  // To be called once, before Next.
  struct Start {
    uci::Greeting greeting;
    std::vector<EngineOption> options;
  };
  absl::StatusOr<Start> WaitForStart();

  absl::StatusOr<std::optional<Answer>> Next() override;

  // Ends the processes, which have to take it well. After the last Next.
  absl::Status Finish();

  // What the searches took, all processes together: from `go` to `bestmove`. After Finish.
  std::chrono::nanoseconds search_time() const;

 private:
  struct Worker;

  void Work(Worker& worker);
  absl::StatusOr<ReadyEngine> StartOne() const;
  absl::Status SearchAll(Worker& worker, ReadyEngine& engine);

  const EngineSpec spec_;
  const Settings settings_;
  const PositionSet& positions_;
  const bool chess960_;
  StageSwitches& switches_;
  const std::vector<Stage> stages_;  // those with searches
  const Lifetime lifetime_;
  std::atomic<bool> cancelled_ = false;
  std::vector<std::unique_ptr<Worker>> workers_;
  size_t next_ = 0;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_ENGINE_RUN_H_
