// The engine: the search behind the protocol. docs/uci.md describes it from outside.
#ifndef COHERENT_ENGINE_ENGINE_H_
#define COHERENT_ENGINE_ENGINE_H_

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "engine/openings.h"
#include "engine/options.h"
#include "lib/bench/bench.h"
#include "lib/chess/move_text.h"
#include "lib/chess/position.h"
#include "lib/net/default_network.h"
#include "lib/net/load.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/threads.h"
#include "lib/syzygy/tables.h"
#include "lib/uci/command.h"
#include "lib/uci/options.h"
#include "lib/uci/server.h"

namespace coherent {

// Engine and TuningEngine, below.
template <class Params>
class BasicEngine final : public uci::Driver {
 public:
  BasicEngine();

  std::string name() const override;
  std::string author() const override;
  const uci::OptionTable& options() const override { return options_; }
  chess::CastlingStyle castling_style() const override;

  void NewGame() override { searcher_->Clear(); }
  std::string Evaluate(const chess::Position& position) override;

  std::function<uci::SearchResult(const uci::PrintLine&)> PlanSearch(
      uci::SearchRequest request) override;
  std::function<absl::Status(const uci::PrintLine&)> PlanBench(const uci::Bench& bench) override;
  std::function<absl::Status(const uci::PrintLine&)> PlanOpenings(
      const uci::MakeOpenings& openings) override;
  void Stop() override;
  void PonderHit() override { searcher_->PonderHit(); }

 private:
  absl::Status LoadNetwork(const std::string& path);
  absl::Status LoadTables(const std::string& folders);
  // Hands tables and settings to the search.
  void SetEndgames();

  Params params_;
  EngineSettings settings_;
  uci::OptionTable options_;
  std::unique_ptr<search::SearchThreads<Params>> searcher_;
  net::LoadedNetwork net_ = net::DefaultNetwork();
  bool has_described_net_ = true;  // or the next search does
  std::shared_ptr<const syzygy::Tables> tables_;
  std::string news_;                           // for the next search to say
  std::weak_ptr<bench::Bench<Params>> bench_;  // while its work is there
  std::weak_ptr<OpeningMaker> openings_;       // the same
};

extern template class BasicEngine<search::FixedParams>;
extern template class BasicEngine<search::TunableParams>;

// What plays: its parameters are constants.
using Engine = BasicEngine<search::FixedParams>;
// The same with an option for each parameter, for tuning over UCI.
using TuningEngine = BasicEngine<search::TunableParams>;

// What `go` asks of the search, for the side to move.
search::Limits ToLimits(const uci::SearchRequest& request, const EngineSettings& settings);

// Win, draw and loss in permille.
using Wdl = std::array<int, 3>;

// A report as an `info` line, with `wdl` if it has a score.
std::string ToInfoLine(const search::Report& report, chess::CastlingStyle style,
                       const std::optional<Wdl>& wdl = std::nullopt);

// The parameters as OpenBench reads them for a tuning session: a line each, "name, int, default,
// min, max, step, rate".
std::string SpsaLines();

// The program. With arguments, which are commands, each is carried out to its end, and the result
// is 0, or 2 if one was refused; without, standard input says what to do. `spsa` alone prints
// SpsaLines().
int RunEngine(int argc, char** argv);
int RunTuningEngine(int argc, char** argv);

}  // namespace coherent

#endif  // COHERENT_ENGINE_ENGINE_H_
