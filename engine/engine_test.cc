#include "engine/engine.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "engine/options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/chess/move_text.h"
#include "lib/chess/types.h"
#include "lib/net/format.h"
#include "lib/net/synthetic.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/score.h"
#include "lib/uci/command.h"
#include "lib/uci/game.h"
#include "lib/uci/in_process_peer.h"
#include "lib/uci/info.h"
#include "lib/uci/script.h"
#include "lib/uci/server.h"

namespace coherent {
namespace {

using chess::CastlingStyle;
using chess::Move;
using chess::Square;
using ::testing::EndsWith;
using ::testing::HasSubstr;

search::Limits Limits(const uci::Go& go, const EngineSettings& settings = {},
                      const std::string& fen = "") {
  uci::SearchRequest request;
  request.game = uci::PlayGame({.fen = fen, .moves = {}}).value();
  request.go = go;
  return ToLimits(request, settings);
}

TEST(LimitsTest, TheClockIsThatOfTheSideToMove) {
  uci::Go go;
  go.wtime_ms = 1'000;
  go.btime_ms = 2'000;
  go.winc_ms = 10;
  go.binc_ms = 20;
  go.moves_to_go = 5;
  const search::Limits white = Limits(go);
  EXPECT_EQ(white.clock->remaining_ms, 1'000);
  EXPECT_EQ(white.clock->increment_ms, 10);
  EXPECT_EQ(white.clock->moves_to_go, 5);
  const search::Limits black = Limits(go, {}, "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  EXPECT_EQ(black.clock->remaining_ms, 2'000);
  EXPECT_EQ(black.clock->increment_ms, 20);
  EXPECT_EQ(white.depth, std::nullopt);
}

TEST(LimitsTest, WithoutALimitForTheSideToMoveTheDepthIsTheOptions) {
  EXPECT_EQ(Limits({}).depth, 12);
  EXPECT_EQ(Limits({}, {.depth = 7}).depth, 7);
  EXPECT_EQ(Limits({}, {.depth = 0}).depth, std::nullopt);
  uci::Go other_clock;
  other_clock.btime_ms = 50'000;
  EXPECT_EQ(Limits(other_clock).depth, 12);
  uci::Go pondering;
  pondering.ponder = true;
  EXPECT_EQ(Limits(pondering).depth, 12);
}

TEST(LimitsTest, AnyLimitReplacesTheDefaultDepth) {
  uci::Go nodes;
  nodes.nodes = 5;
  uci::Go time;
  time.movetime_ms = 5;
  uci::Go infinite;
  infinite.infinite = true;
  for (const uci::Go& go : {nodes, time, infinite}) {
    EXPECT_EQ(Limits(go).depth, std::nullopt);
  }
}

TEST(LimitsTest, AMateThatIsNotThereDoesNotSearchForEver) {
  uci::Go mate;
  mate.mate = 2;
  EXPECT_EQ(Limits(mate).depth, 12);
  mate.mate = 10;
  EXPECT_EQ(Limits(mate).depth, 40);
  EXPECT_EQ(Limits(mate, {.depth = 0}).depth, std::nullopt);
}

TEST(InfoLineTest, HasEverythingOfAFinishedLine) {
  const search::Report report = {.depth = 5,
                                 .selective_depth = 9,
                                 .multi_pv = 2,
                                 .score = 31,
                                 .nodes = 1'000,
                                 .time_ms = 4,
                                 .hash_full = 7,
                                 .pv = {Move(Square(4, 1), Square(4, 3))}};
  EXPECT_EQ(ToInfoLine(report, CastlingStyle::kKingMoves),
            "info depth 5 seldepth 9 multipv 2 score cp 31 nodes 1000 nps 250000 hashfull 7 time 4 "
            "pv e2e4");
}

TEST(InfoLineTest, CountsMatesInMoves) {
  search::Report report;
  report.score = search::MateIn(3);
  EXPECT_THAT(ToInfoLine(report, CastlingStyle::kKingMoves), testing::HasSubstr("score mate 2 "));
  report.score = search::MatedIn(4);
  EXPECT_THAT(ToInfoLine(report, CastlingStyle::kKingMoves), testing::HasSubstr("score mate -2 "));
}

TEST(InfoLineTest, SaysWhereAScoreIsOnlyABound) {
  const search::Report report = {.score = 31, .is_lower_bound = true};
  EXPECT_THAT(ToInfoLine(report, CastlingStyle::kKingMoves),
              testing::HasSubstr("score cp 31 lowerbound nodes"));
}

TEST(InfoLineTest, AStoppedRoundHasNoScore) {
  const search::Report report = {.depth = 5, .nodes = 1'000, .time_ms = 4};
  EXPECT_EQ(ToInfoLine(report, CastlingStyle::kKingMoves), "info depth 5 nodes 1000 time 4");
}

TEST(EngineTest, SurvivesQuickCommandsInAnyOrder) {
  const std::vector<std::string> commands = {"go infinite",
                                             "go depth 5",
                                             "go ponder wtime 5 btime 5",
                                             "go wtime 20 btime 20 winc 1 binc 1",
                                             "go nodes 100",
                                             "stop",
                                             "ponderhit",
                                             "isready",
                                             "ucinewgame",
                                             "position startpos moves e2e4",
                                             "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
                                             "setoption name Hash value 8",
                                             "setoption name MultiPV value 3",
                                             "setoption name Clear Hash",
                                             "go perft 3",
                                             "genfens 1000 seed 1 book None",
                                             "eval",
                                             "d"};
  std::string script;
  size_t pick = 1;
  for (int i = 0; i < 200; ++i) {
    pick = (pick * 1'103'515'245 + 12'345) % (size_t{1} << 31);
    absl::StrAppend(&script, "> ", commands[pick / 65'536 % commands.size()], "\n");
  }
  Engine engine;
  uci::InProcessPeer peer(engine);
  EXPECT_THAT(uci::RunScript("script", script, peer), IsOk());
}

// What a new engine prints when it carries out `commands`.
template <class AnEngine = Engine>
std::string Printed(const std::vector<std::string>& commands) {
  AnEngine engine;
  std::ostringstream out;
  uci::Server server(engine, out);
  for (const std::string& command : commands) {
    server.Handle(command);
    server.WaitUntilIdle();
  }
  return out.str();
}

TEST(TuningEngineTest, SearchesWithTheParametersItIsGiven) {
  const std::string bench = Printed({"bench depth 4"});
  const auto nodes = [](const std::string& printed) {
    return printed.substr(0, printed.rfind(" nps")).substr(0, printed.rfind(" nodes "));
  };
  EXPECT_EQ(nodes(Printed<TuningEngine>({"bench depth 4"})), nodes(bench));
  const std::string other = "setoption name lmr_quiet_slope value 200";
  EXPECT_NE(nodes(Printed<TuningEngine>({other, "bench depth 4"})), nodes(bench));
  EXPECT_EQ(Printed<TuningEngine>({other,
                                   absl::StrCat("setoption name lmr_quiet_slope value ",
                                                search::FixedParams::params.lmr_quiet_slope),
                                   "bench depth 4"})
                .find("error"),
            std::string::npos);
}

TEST(TuningEngineTest, OffersEveryParameterWithItsRange) {
  const std::string offers = Printed<TuningEngine>({"uci"});
  for (const search::ParamSpec& spec : search::kParamSpecs) {
    EXPECT_THAT(offers, HasSubstr(absl::StrCat("option name ", spec.name, " type spin default ",
                                               search::FixedParams::params.*spec.field, " min ",
                                               spec.min, " max ", spec.max, "\n")));
  }
  EXPECT_THAT(Printed({"uci"}), ::testing::Not(HasSubstr("lmr_quiet_slope")));
  EXPECT_THAT(Printed<TuningEngine>({"setoption name rfp_max_depth value 99"}),
              HasSubstr("info string error: "));
}

TEST(SpsaLinesTest, AreWhatOpenBenchReads) {
  const std::string lines = SpsaLines();
  EXPECT_THAT(lines, HasSubstr(absl::StrCat("\nrfp_max_depth, int, ",
                                            search::FixedParams::params.rfp_max_depth,
                                            ", 4, 14, 0.5, 0.002\n")));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'),
            static_cast<std::ptrdiff_t>(search::kParamSpecs.size()));
}

// The first line of `text` that begins with `beginning`.
std::string LineWith(absl::string_view beginning, const std::string& text) {
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(line, beginning)) return std::string(line);
  }
  return "";
}

TEST(EngineTest, ShowsWinDrawAndLossIfAskedTo) {
  EXPECT_THAT(Printed({"go depth 1"}), ::testing::Not(HasSubstr(" wdl ")));
  const std::string show = "setoption name UCI_ShowWDL value true";
  EXPECT_THAT(Printed({show, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 4"}),
              HasSubstr(" score mate 1 wdl 1000 0 0 nodes "));
  const std::string start = Printed({show, "go depth 6"});
  const auto info = uci::ParseInfo(LineWith("info depth 6 ", start));
  ASSERT_THAT(info, IsOk());
  ASSERT_TRUE(info->wdl().has_value()) << start;
  const Wdl wdl = *info->wdl();
  EXPECT_EQ(wdl[0] + wdl[1] + wdl[2], 1'000);
}

TEST(EngineTest, SearchesWithTheNetOfEvalFile) {
  const std::string path = ::testing::TempDir() + "some.net";
  const net::Network network = net::SyntheticNetwork(
      {.width = 32, .buckets = 1, .hidden2 = 8, .hidden3 = 8, .output_scale = 150}, 1);
  ASSERT_THAT(WriteFileAtomically(path, net::SerializeNetwork(network, {})), IsOk());
  const std::string load = "setoption name EvalFile value " + path;
  const std::string with = Printed({load, "eval", "go depth 3", "go depth 3"});
  EXPECT_THAT(with, HasSubstr("info string net: width 32, "));
  EXPECT_EQ(with.find("info string net"), with.rfind("info string net")) << "said once";
  const std::string without = Printed({load, "setoption name EvalFile value <empty>", "eval"});
  EXPECT_EQ(without, Printed({"eval"}));
}

TEST(EngineTest, KeepsTheNetItHasIfAnotherCannotBeLoaded) {
  EXPECT_THAT(Printed({"setoption name EvalFile value /nowhere/x.net"}),
              HasSubstr("info string error: /nowhere/x.net"));
  EXPECT_THAT(Printed({"setoption name EvalFile value /nowhere/x.net", "eval"}),
              EndsWith(Printed({"eval"})));
}

TEST(EngineTest, AsksTheTablesOfSyzygyPath) {
  const std::string load = "setoption name SyzygyPath value " + TestdataPath("syzygy");
  const std::string rook = "position fen 8/8/8/2n1k3/8/8/8/K1R5 w - - 0 1";
  const std::string with = Printed({load, rook, "go depth 3", "go depth 3"});
  EXPECT_THAT(with, HasSubstr("info string tables: 5 of results, 5 of distances, up to 3 pieces"));
  EXPECT_EQ(with.find("info string tables"), with.rfind("info string tables")) << "said once";
  EXPECT_THAT(LineWith("info depth 3 ", with), HasSubstr(" tbhits "));
  EXPECT_THAT(with, HasSubstr("bestmove c1c5"));
  for (const absl::string_view none : {"<empty>", "/nowhere"}) {
    const std::string path = absl::StrCat("setoption name SyzygyPath value ", none);
    EXPECT_THAT(Printed({path, rook, "go depth 3"}), ::testing::Not(HasSubstr("tbhits")));
  }
  EXPECT_THAT(Printed({"setoption name SyzygyPath value /nowhere"}),
              HasSubstr("info string error: /nowhere: cannot read folder"));
}

TEST(EngineTest, GivesTheSameLinesEveryTime) {
  std::string first;
  for (int run = 0; run < 2; ++run) {
    Engine engine;
    uci::SearchRequest request;
    request.go.depth = 7;
    std::string lines;
    const auto search = engine.PlanSearch(std::move(request));
    search([&](absl::string_view line) {
      const std::string text(line);
      const size_t pv = std::min(text.find(" pv "), text.size());
      absl::StrAppend(&lines, text.substr(0, text.find(" nps ")), text.substr(pv), "\n");
    });
    if (run == 0) first = lines;
    EXPECT_EQ(lines, first);
  }
}

}  // namespace
}  // namespace coherent
