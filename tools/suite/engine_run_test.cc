#include "tools/suite/engine_run.h"

#include <atomic>
#include <chrono>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::suite {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Work ByNodes() {
  Work work;
  work.limit = "nodes 6000";
  work.nodes = 6000;
  work.timeout = std::chrono::seconds(20);
  return work;
}

// Three positions in two suites.
std::vector<Suite> TwoSuites() {
  const std::string first = TemporaryPath("first.epd");
  const std::string second = TemporaryPath("second.epd");
  EXPECT_THAT(WriteFileAtomically(
                  first,
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"start\";\n"
                  "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";\n"),
              IsOk());
  EXPECT_THAT(WriteFileAtomically(second, "4k3/8/8/8/8/8/8/R3K3 w Q - bm a1a2; id \"rook\";\n"),
              IsOk());
  return {*ReadSuite(first), *ReadSuite(second)};
}

absl::StatusOr<std::vector<std::vector<Judgement>>> RunScript(const std::string& script,
                                                              const Work& work) {
  return RunEngine(uci::ScriptedEngine("engine", script), TwoSuites(), work, [] {});
}

absl::StatusOr<EngineGreeting> TryScript(const std::string& script, const Work& work) {
  return TryEngine(uci::ScriptedEngine("engine", script), TwoSuites(), work);
}

TEST(EngineRunTest, EveryPositionHasAnAnswerAndTheOrderIsThatOfTheFiles) {
  for (const int jobs : {1, 2, 5}) {
    Work work = ByNodes();
    work.jobs = jobs;
    std::atomic<int> searches = 0;
    const auto judgements =
        RunEngine(uci::ScriptedEngine("engine",
                                      "on go with 4P3\n say info depth 1 nodes 7 pv e2e4\n"
                                      " say bestmove e2e4\n"),
                  TwoSuites(), work, [&] { ++searches; });
    ASSERT_THAT(judgements, IsOk());
    EXPECT_EQ(searches, 3);
    ASSERT_EQ(judgements->size(), 2);
    ASSERT_EQ((*judgements)[0].size(), 2);
    EXPECT_EQ((*judgements)[0][0].nodes, 6000);
    EXPECT_TRUE((*judgements)[0][1].is_right);
    EXPECT_EQ((*judgements)[0][1].solution_nodes, 7);
    EXPECT_EQ((*judgements)[1].size(), 1);
  }
}

TEST(EngineRunTest, EachSearchFollowsANewGame) {
  EXPECT_THAT(RunScript("on go number 1\n answer\non go number 2\n answer\n"
                        "on go number 3\n answer\non ucinewgame number 3\n exit 5\n",
                        ByNodes()),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("second.epd:1: position rook"), HasSubstr("code 5"))));
}

TEST(EngineRunTest, ThreadsAndHashAreSetOrNamedAsNotOffered) {
  EXPECT_THAT(
      TryScript("on setoption with Hash value 16\n say info string error: seen\n", ByNodes()),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("Hash=16: error: seen")));
  const auto greeting = TryScript("on uci\n say id name Old\n say uciok\n", ByNodes());
  ASSERT_THAT(greeting, IsOk());
  EXPECT_EQ(greeting->name, "Old");
  EXPECT_THAT(greeting->not_offered, ElementsAre("Threads", "Hash"));
}

TEST(EngineRunTest, AnOptionThatIsNotOfferedIsFoundBeforehand) {
  Work work = ByNodes();
  work.options = {{"Style", "Wild"}, {"EvalFile", "x"}};
  EXPECT_THAT(TryScript("", work),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("EvalFile=x: not offered")));
  work.options.pop_back();
  EXPECT_THAT(TryScript("", work), IsOk());
}

TEST(EngineRunTest, AnEngineThatDoesNotHeedGoNodesIsFoundBeforehand) {
  const auto ignores = StatusIs(absl::StatusCode::kInvalidArgument,
                                AllOf(HasSubstr("ignores `go nodes"), HasSubstr("--depth")));
  EXPECT_THAT(
      TryScript("on go\n say info depth 1 nodes 20 pv {move}\n say bestmove {move}\n", ByNodes()),
      ignores);
  const std::string far =
      "on go\n say info depth 9 nodes 99000000 pv {move}\n"
      "on stop\n say bestmove {move}\n";
  EXPECT_THAT(TryScript(far, ByNodes()), ignores);
  EXPECT_THAT(RunScript(far, ByNodes()), ignores);
  Work by_depth = ByNodes();
  by_depth.nodes.reset();
  by_depth.limit = "depth 1";
  EXPECT_THAT(TryScript(far, by_depth), IsOk());
}

TEST(EngineRunTest, StoppingKeepsTheLimitForIt) {
  Work work = ByNodes();
  work.stop_at_nodes = true;
  const std::string script =
      "on go with nodes\n exit 4\n"
      "on go\n say info depth 1 nodes 5000 pv {move}\n say info depth 2 nodes 9000 pv {move}\n"
      "on stop\n say info nodes 9500\n say bestmove {move}\n";
  EXPECT_THAT(TryScript(script, work), IsOk());
  const auto judgements = RunScript(script, work);
  ASSERT_THAT(judgements, IsOk());
  EXPECT_EQ((*judgements)[0][0].nodes, 9500);
}

TEST(EngineRunTest, AnEngineThatCrashesOrHangsIsNamedWithThePositionAndTheLastLines) {
  Work work = ByNodes();
  work.jobs = 3;
  EXPECT_THAT(RunScript("on go with 4P3\n say info string last words\n signal 11\n", work),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("first.epd:2: position pawn"), HasSubstr("/engine"),
                             HasSubstr("last words"), HasSubstr("signal 11"))));
  work.timeout = std::chrono::milliseconds(300);
  EXPECT_THAT(RunScript("on go with 4P3\n hang\n", work),
              StatusIs(absl::StatusCode::kDeadlineExceeded,
                       AllOf(HasSubstr("position pawn"), HasSubstr("no bestmove within 300 ms"))));
}

TEST(EngineRunTest, AMoveOfAnotherPositionIsCaught) {
  EXPECT_THAT(
      RunScript("on go with 4P3\n say info depth 1 nodes 5\n say bestmove g1f3\n", ByNodes()),
      StatusIs(absl::StatusCode::kInternal,
               AllOf(HasSubstr("position pawn"), HasSubstr("\"g1f3\" is not legal"))));
}

TEST(EngineRunTest, Chess960HasToBeOfferedWhereItIsNeeded) {
  const std::string path = TemporaryPath("frc.epd");
  ASSERT_THAT(WriteFileAtomically(path, "1r2k3/8/8/8/8/8/8/1R2K3 w Qq - bm b1c1;\n"), IsOk());
  EXPECT_THAT(
      TryEngine(uci::ScriptedEngine("engine", ""), {*ReadSuite(path)}, ByNodes()),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UCI_Chess960=true: not offered")));
}

}  // namespace
}  // namespace coherent::suite
