#include "lib/uci/server.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/uci/fake_driver.h"
#include "lib/uci/in_process_peer.h"
#include "lib/uci/script.h"

namespace coherent::uci {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What the server prints for the commands, each carried out to its end.
std::vector<std::string> Answers(Driver& driver, const std::vector<std::string>& commands) {
  std::ostringstream out;
  Server server(driver, out);
  for (const std::string& command : commands) {
    server.Handle(command);
    server.WaitUntilIdle();
  }
  return absl::StrSplit(out.str(), '\n', absl::SkipEmpty());
}

std::vector<std::string> Answers(const std::vector<std::string>& commands) {
  FakeDriver driver;
  return Answers(driver, commands);
}

void Play(absl::string_view script) {
  FakeDriver driver;
  InProcessPeer peer(driver);
  EXPECT_THAT(RunScript("script", script, peer), IsOk());
}

TEST(ServerTest, IntroducesItselfWithItsOptions) {
  EXPECT_THAT(Answers({"uci"}),
              ElementsAre("id name Fake 1.2.3", "id author nobody",
                          "option name Hash type spin default 64 min 1 max 33554432",
                          "option name UCI_Chess960 type check default false", "uciok"));
}

TEST(ServerTest, CountsNodesJustBeforeTheAnswer) {
  EXPECT_THAT(Answers({"go depth 1"}),
              ElementsAre(HasSubstr(" pv "), "info nodes 7", testing::StartsWith("bestmove ")));
}

TEST(ServerTest, RefusedCommandsCostOneLineAndChangeNothing) {
  const std::vector<std::string> lines =
      Answers({"position startpos moves e2e4", "position startpos moves e2e4 e7e5 e7e5 g1f3",
               "position fen nonsense", "position startpos e2e4", "position", "go depth x", "d"});
  ASSERT_GT(lines.size(), 5u);
  EXPECT_THAT(lines[0], testing::StartsWith("info string error: position: ply 3: "));
  for (int i = 1; i < 5; ++i) EXPECT_THAT(lines[i], testing::StartsWith("info string error: "));
  EXPECT_THAT(lines,
              testing::Contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(ServerTest, ErrorsAreOneShortLineWhateverTheyShow) {
  const std::vector<std::string> lines =
      Answers({"foo\x01\x1b[2J", absl::StrCat("setoption name ", std::string(100'000, 'x'))});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], HasSubstr("\"foo\\001\\033[2J\""));
  EXPECT_LT(lines[1].size(), 400u);
}

TEST(ServerTest, CountsWhatItRefused) {
  FakeDriver driver;
  std::ostringstream out;
  Server server(driver, out);
  server.Handle("foo");
  server.Handle("isready");
  server.Handle("setoption name Hash value 0");
  EXPECT_EQ(server.refused(), 2);
}

TEST(ServerTest, OnlyQuitEndsIt) {
  FakeDriver driver;
  std::ostringstream out;
  Server server(driver, out);
  EXPECT_TRUE(server.Handle("foo"));
  EXPECT_TRUE(server.Handle("stop"));
  EXPECT_FALSE(server.Handle("quit"));
}

TEST(ServerTest, AnOptionThatCannotBeAppliedIsReportedOnceAndKeepsItsValue) {
  FakeDriver driver;
  EXPECT_THAT(Answers(driver, {"setoption name hAsH value 8", "setoption name Hash value 33554432",
                               "isready"}),
              ElementsAre("info string error: no memory", "readyok"));
  EXPECT_EQ(driver.hash_mib(), 8);
}

TEST(ServerTest, IllegalSearchMovesAreReportedAndDropOut) {
  const std::vector<std::string> lines = Answers({"go depth 5 searchmoves e2e5 a2a3"});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[0], testing::StartsWith("info string error: go searchmoves: "));
  EXPECT_EQ(lines[3], "bestmove a2a3");
}

TEST(ServerTest, WithoutALegalSearchMoveEveryMoveIsSearched) {
  const std::vector<std::string> lines = Answers({"go depth 4 searchmoves e2e5"});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[3], testing::MatchesRegex("bestmove [a-h][1-8][a-h][1-8]"));
}

TEST(ServerTest, MatedAndStalematedRootsGetTheNullForm) {
  EXPECT_THAT(Answers({"position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 5"}),
              ElementsAre("info depth 0 score mate 0", "info nodes 0", "bestmove (none)"));
  EXPECT_THAT(Answers({"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"}),
              ElementsAre("info depth 0 score cp 0", "info nodes 0", "bestmove (none)"));
}

TEST(ServerTest, PerftDividesAndAddsUp) {
  const std::vector<std::string> lines = Answers({"go perft 5"});
  ASSERT_EQ(lines.size(), 21u);
  EXPECT_THAT(lines, testing::Contains("e2e4: 405385"));
  EXPECT_EQ(lines.back(), "Nodes searched: 4865609");
}

TEST(ServerTest, PerftOfDepthZeroIsOneLeaf) {
  EXPECT_THAT(Answers({"go perft 0"}), ElementsAre("Nodes searched: 1"));
}

TEST(ServerTest, CastlingIsWrittenAsTheOptionSays) {
  const std::string position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const std::string go = "go depth 1 searchmoves e1g1";
  EXPECT_EQ(Answers({position, go}).back(), "bestmove e1g1");
  EXPECT_EQ(Answers({"setoption name UCI_Chess960 value true", position, go}).back(),
            "bestmove e1h1");
}

TEST(ServerTest, PrintsEvaluationsAndBenchesOfItsDriver) {
  EXPECT_THAT(Answers({"eval", "bench depth 1"}), ElementsAre("no idea", "1 nodes 1 nps"));
}

TEST(ServerTest, PrintsTheOpeningsOfItsDriver) {
  EXPECT_THAT(Answers({"genfens 3 seed 9 book None"}), ElementsAre("info string genfens 3 by 9"));
  EXPECT_THAT(Answers({"genfens 3 seed 9 book x"}),
              ElementsAre("info string error: no books here"));
}

TEST(ServerTest, TheEndOfInputEndsItAtOnce) {
  FakeDriver driver;
  std::istringstream in("position startpos\ngo infinite");
  std::ostringstream out;
  Server(driver, out).Run(in);
  EXPECT_THAT(out.str(), HasSubstr("\nbestmove "));
}

TEST(ServerTest, ThousandsOfPingsDuringASearchAreThousandsOfExactAnswers) {
  constexpr int kPings = 2'000;
  std::string script = "> go infinite\n";
  for (int i = 0; i < kPings; ++i) absl::StrAppend(&script, "> isready\n");
  for (int i = 0; i < kPings; ++i) absl::StrAppend(&script, "/ readyok\n");
  Play(script + "! bestmove\n> stop\n< bestmove\n");
}

TEST(ServerTest, NewGamesReachTheDriverOnceNoSearchRuns) {
  FakeDriver driver;
  InProcessPeer peer(driver);
  EXPECT_THAT(RunScript("script",
                        "> go infinite\n> ucinewgame\n> isready\n< bestmove\n< readyok\n"
                        "> ucinewgame\n> stop\n",
                        peer),
              IsOk());
  EXPECT_EQ(driver.games(), 2);
}

TEST(ServerTest, BenchAndPerftEndWhenToldTo) {
  Play("> bench\n> isready\n< readyok\n> stop\n< info string error: bench stopped\n");
  Play("> go perft 100\n> isready\n< readyok\n> stop\n< info string perft stopped\n");
  Play("> go perft 100\n> quit\nwithin 1000\nexit\n");
}

TEST(ServerTest, SurvivesQuickCommandsInAnyOrder) {
  const std::vector<std::string> commands = {"go infinite",
                                             "go depth 1",
                                             "go ponder wtime 5 btime 5",
                                             "stop",
                                             "ponderhit",
                                             "isready",
                                             "ucinewgame",
                                             "position startpos moves e2e4",
                                             "position startpos",
                                             "setoption name Hash value 3",
                                             "go perft 3",
                                             "bench",
                                             "genfens 2 seed 1 book None",
                                             "eval",
                                             "d"};
  std::string script;
  size_t pick = 1;
  for (int i = 0; i < 3'000; ++i) {
    pick = (pick * 1'103'515'245 + 12'345) % (size_t{1} << 31);
    absl::StrAppend(&script, "> ", commands[pick / 65'536 % commands.size()], "\n");
  }
  Play(script);
}

// The conversations of testdata/uci with an engine that takes no time.
class ServerScriptTest : public testing::TestWithParam<std::string> {};

TEST_P(ServerScriptTest, EveryGoIsAnsweredOnceByALegalMove) {
  const absl::StatusOr<std::string> script = ReadFile(TestdataPath(GetParam()));
  ASSERT_THAT(script, IsOk());
  FakeDriver driver;
  InProcessPeer peer(driver);
  EXPECT_THAT(RunScript(GetParam(), *script, peer), IsOk());
}

// Paths below testdata/, of all scripts that need no real search.
std::vector<std::string> Scripts() {
  std::vector<std::string> names;
  for (const char* const folder : {"uci/cases", "uci/recorded", "uci/reported"}) {
    for (const auto& entry : std::filesystem::directory_iterator(TestdataPath(folder))) {
      names.push_back(absl::StrCat(folder, "/", entry.path().filename().string()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Scripts, ServerScriptTest, testing::ValuesIn(Scripts()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char letter) { return !absl::ascii_isalnum(letter); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace coherent::uci
