#include "engine/engine.h"

#include <algorithm>
#include <iostream>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "engine/evaluation_text.h"
#include "engine/version.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"
#include "lib/chess/repetition.h"
#include "lib/search/score.h"
#include "lib/search/wdl.h"
#include "lib/uci/info.h"

namespace coherent {
namespace {

// Of the game so far, its last position included.
chess::KeyHistory KeysOf(const uci::Game& game) {
  chess::KeyHistory keys(game.start);
  chess::Position position = game.start;
  for (const chess::Move move : game.moves) {
    position.Make(move);
    keys.Push(position);
  }
  return keys;
}

uci::Score ToScore(int score, bool is_lower_bound) {
  const auto bound = is_lower_bound ? uci::Score::Bound::kLower : uci::Score::Bound::kExact;
  if (search::IsMate(score)) {
    return {.unit = uci::Score::Unit::kMate, .value = search::MateMoves(score), .bound = bound};
  }
  return {.value = score, .bound = bound};
}

// The commands among the words of a command line: each word that is one begins a new one.
std::vector<std::string> CommandsOf(int argc, char** argv) {
  std::vector<std::string> commands;
  for (int i = 1; i < argc; ++i) {
    const std::string word(argv[i]);
    if (commands.empty() || uci::IsCommandWord(word.substr(0, word.find(' ')))) {
      commands.push_back(word);
    } else {
      absl::StrAppend(&commands.back(), " ", word);
    }
  }
  return commands;
}

int RunDriver(uci::Driver& driver, int argc, char** argv) {
  uci::Server server(driver, std::cout);
  if (argc <= 1) {
    server.Run(std::cin);
    return 0;
  }
  if (argc == 2 && absl::string_view(argv[1]) == "spsa") {
    std::cout << SpsaLines() << std::flush;
    return 0;
  }
  for (const std::string& command : CommandsOf(argc, argv)) {
    if (!server.Handle(command)) break;
    server.WaitUntilIdle();
  }
  return server.refused() > 0 ? 2 : 0;
}

}  // namespace

template <class Params>
BasicEngine<Params>::BasicEngine()
    : options_(MakeOptions(
          settings_, {.set_threads = [this](int count) { searcher_->SetThreads(count); },
                      .resize_hash = [this](int mib) { return searcher_->SetHash(mib); },
                      .clear_hash = [this] { searcher_->Clear(); },
                      .load_network = [this](const std::string& path) { return LoadNetwork(path); },
                      .keep_values = [this](bool keep) { searcher_->KeepValues(keep); },
                      .load_tables = [this](const std::string& path) { return LoadTables(path); },
                      .set_endgames = [this] { SetEndgames(); }})),
      searcher_(std::make_unique<search::SearchThreads<Params>>()) {
  if constexpr (std::is_same_v<Params, search::TunableParams>) {
    AddParameterOptions(
        params_.params, [this] { searcher_->SetParams(params_); }, options_);
  }
  CHECK(searcher_->SetHash(kDefaultHashMib).ok());
  searcher_->SetNetwork(net_.network);
}

template <class Params>
std::string BasicEngine<Params>::name() const {
  return kEngineName;
}
template <class Params>
std::string BasicEngine<Params>::author() const {
  return kEngineAuthor;
}

template <class Params>
chess::CastlingStyle BasicEngine<Params>::castling_style() const {
  return settings_.is_chess960 ? chess::CastlingStyle::kKingTakesRook
                               : chess::CastlingStyle::kKingMoves;
}

template <class Params>
absl::Status BasicEngine<Params>::LoadNetwork(const std::string& path) {
  net::LoadedNetwork loaded = net::DefaultNetwork();
  if (!path.empty()) {
    ASSIGN_OR_RETURN(loaded, net::LoadNetwork(path));
  }
  net_ = std::move(loaded);
  has_described_net_ = false;
  searcher_->SetNetwork(net_.network);
  searcher_->Clear();  // it holds values of the net before
  return absl::OkStatus();
}

template <class Params>
absl::Status BasicEngine<Params>::LoadTables(const std::string& folders) {
  std::unique_ptr<const syzygy::Tables> tables;
  if (!folders.empty()) {
    ASSIGN_OR_RETURN(tables, syzygy::Tables::Load(folders));
    news_ = absl::StrCat("tables: ", tables->wdl_count(), " of results, ", tables->dtz_count(),
                         " of distances, up to ", tables->max_pieces(), " pieces");
  }
  tables_ = std::move(tables);
  SetEndgames();
  return absl::OkStatus();
}

template <class Params>
void BasicEngine<Params>::SetEndgames() {
  searcher_->SetEndgameTables(
      tables_ == nullptr ? nullptr
                         : std::make_shared<search::EndgameTables>(tables_, settings_.endgames));
}

template <class Params>
std::string BasicEngine<Params>::Evaluate(const chess::Position& position) {
  return EvaluationText(position, net_.network);
}

template <class Params>
std::function<uci::SearchResult(const uci::PrintLine&)> BasicEngine<Params>::PlanSearch(
    uci::SearchRequest request) {
  searcher_->Begin(ToLimits(request, settings_));
  const bool describe = !std::exchange(has_described_net_, true);
  return [this, describe, news = std::exchange(news_, {}), shows_wdl = settings_.shows_wdl,
          request = std::move(request)](const uci::PrintLine& print) {
    if (describe) print("info string net: " + net::Describe(net_));
    if (!news.empty()) print("info string " + news);
    const search::Result result = searcher_->Run(
        request.game.position, KeysOf(request.game), [&](const search::Report& report) {
          std::optional<Wdl> wdl;
          if (shows_wdl && report.score) {
            wdl = search::WinDrawLoss(*report.score, request.game.position);
          }
          print(ToInfoLine(report, request.castling_style, wdl));
        });
    return uci::SearchResult{.best = result.best, .ponder = result.ponder, .nodes = result.nodes};
  };
}

template <class Params>
std::function<absl::Status(const uci::PrintLine&)> BasicEngine<Params>::PlanBench(
    const uci::Bench& bench) {
  search::Limits limits;
  limits.depth = bench.depth;
  limits.nodes = bench.nodes;
  if (!limits.depth && !limits.nodes) limits.depth = bench::kDepth;
  const auto run = std::make_shared<bench::Bench<Params>>(limits, net_.network, params_);
  bench_ = run;
  return [run](const uci::PrintLine& print) {
    ASSIGN_OR_RETURN(const bench::Total total,
                     run->Run([&](int number, absl::string_view fen, u64 nodes) {
                       print(absl::StrCat("position ", number, " nodes ", nodes, " fen ", fen));
                     }));
    print(absl::StrCat(total.nodes, " nodes ", total.NodesPerSecond(), " nps"));
    return absl::OkStatus();
  };
}

template <class Params>
std::function<absl::Status(const uci::PrintLine&)> BasicEngine<Params>::PlanOpenings(
    const uci::MakeOpenings& openings) {
  const auto maker = std::make_shared<OpeningMaker>(openings, net_.network);
  openings_ = maker;
  return [maker](const uci::PrintLine& print) { return maker->Run(print); };
}

template <class Params>
void BasicEngine<Params>::Stop() {
  searcher_->Stop();
  if (const auto bench = bench_.lock()) bench->Stop();
  if (const auto maker = openings_.lock()) maker->Stop();
}

template class BasicEngine<search::FixedParams>;
template class BasicEngine<search::TunableParams>;

search::Limits ToLimits(const uci::SearchRequest& request, const EngineSettings& settings) {
  const uci::Go& go = request.go;
  const bool is_white = request.game.position.side_to_move() == chess::Color::kWhite;
  search::Limits limits;
  limits.depth = go.depth;
  limits.nodes = go.nodes;
  limits.mate = go.mate;
  if (!go.infinite) limits.move_time_ms = go.movetime_ms;
  const std::optional<i64> remaining = is_white ? go.wtime_ms : go.btime_ms;
  if (remaining && !go.infinite) {
    limits.clock = {.remaining_ms = *remaining,
                    .increment_ms = (is_white ? go.winc_ms : go.binc_ms).value_or(0),
                    .moves_to_go = go.moves_to_go};
  }
  limits.move_overhead_ms = settings.move_overhead_ms;
  limits.ponder = go.ponder;
  limits.multi_pv = settings.multi_pv;
  limits.search_moves = request.search_moves;

  const bool is_bounded =
      go.infinite || limits.depth || limits.nodes || limits.move_time_ms || limits.clock;
  if (!is_bounded && settings.depth > 0) {
    // A mate that is not there bounds nothing; one that is may need more depth than its plies.
    constexpr int kDepthPerMateMove = 4;
    limits.depth = std::max<int>(
        settings.depth, std::min(go.mate.value_or(0), search::kMaxPly) * kDepthPerMateMove);
  }
  return limits;
}

std::string ToInfoLine(const search::Report& report, chess::CastlingStyle style,
                       const std::optional<Wdl>& wdl) {
  uci::Info info;
  info.Add("depth", report.depth);
  if (report.score.has_value()) {
    info.Add("seldepth", report.selective_depth);
    info.Add("multipv", report.multi_pv);
    info.Add(ToScore(*report.score, report.is_lower_bound));
    if (wdl) info.AddWdl(*wdl);
  }
  info.Add("nodes", static_cast<i64>(report.nodes));
  if (report.score.has_value()) {
    info.Add("nps", static_cast<i64>(report.nodes) * 1'000 / std::max<i64>(report.time_ms, 1));
    info.Add("hashfull", report.hash_full);
    if (report.table_hits) info.Add("tbhits", static_cast<i64>(*report.table_hits));
  }
  info.Add("time", report.time_ms);
  if (!report.pv.empty()) {
    std::vector<std::string> moves;
    for (const chess::Move move : report.pv) moves.push_back(chess::ToUci(move, style));
    info.AddPv(moves);
  }
  return uci::Print(info);
}

std::string SpsaLines() {
  std::string lines;
  for (const search::ParamSpec& spec : search::kParamSpecs) {
    absl::StrAppend(&lines, spec.name, ", int, ", search::FixedParams::params.*spec.field, ", ",
                    spec.min, ", ", spec.max, ", ", spec.c_end, ", ", spec.r_end, "\n");
  }
  return lines;
}

int RunEngine(int argc, char** argv) {
  Engine engine;
  return RunDriver(engine, argc, argv);
}

int RunTuningEngine(int argc, char** argv) {
  TuningEngine engine;
  return RunDriver(engine, argc, argv);
}

}  // namespace coherent
