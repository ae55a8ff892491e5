#include "lib/timing/search_run.h"

#include <chrono>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::timing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Three positions to depth 6; in the last one there is no legal move.
Workload ThreePositions() {
  WorkloadOptions options;
  options.positions = TemporaryPath("three.epd");
  EXPECT_THAT(
      WriteFileAtomically(options.positions,
                          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 id \"first\";\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 id \"second\";\n"
                          "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 id \"stalemate\";\n"),
      IsOk());
  options.depth = 6;
  options.warm_up = 1;
  options.timeout_s = 20;
  return *ReadWorkload(options);
}

absl::StatusOr<RunResult> RunScript(const std::string& script, const Workload& workload) {
  const std::string program = uci::ScriptedEngine("engine", script);
  return RunSearches({program, {AllowedCpus()->back()}}, workload, Counting::kOff, [] {});
}

absl::StatusOr<RunResult> RunScript(const std::string& script) {
  return RunScript(script, ThreePositions());
}

TEST(SearchRunTest, AddsUpTheNodesOfTheLastReports) {
  const absl::StatusOr<RunResult> run = RunScript("");
  ASSERT_THAT(run, IsOk());
  EXPECT_THAT(run->position_nodes, ElementsAre(60, 60, 0));
  EXPECT_EQ(run->nodes, 120);
  EXPECT_EQ(run->engine_name, "Scripted 1.0.0");
  EXPECT_GT(run->seconds, 0);
  EXPECT_GT(run->Rate(), 0);
  EXPECT_FALSE(run->counts.has_value());
  EXPECT_THAT(run->unrepeated, IsEmpty());
  EXPECT_THAT(run->not_offered, IsEmpty());
}

TEST(SearchRunTest, TheBareCountAtTheEndIsTheFinalOne) {
  const absl::StatusOr<RunResult> run = RunScript(
      "on go with 4P3\n say info depth 6 score cp 1 nodes 60 pv {move}\n"
      " say info nodes 77\n say bestmove {move}\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_THAT(run->position_nodes, ElementsAre(60, 77, 0));
  EXPECT_FALSE(run->final_counts);  // Not in the first position.
}

TEST(SearchRunTest, TellsWhatTheProcessNeededBesides) {
  const absl::StatusOr<RunResult> run =
      RunScript("on go\n say info nodes 7\n say bestmove {move}\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_TRUE(run->final_counts);
  EXPECT_EQ(run->position_seconds.size(), 3U);
  EXPECT_GT(run->start_up_seconds, 0);
  EXPECT_GT(run->peak_memory_kib, 100);
  EXPECT_GE(run->process_cpu_seconds, run->cpu_seconds);
}

TEST(SearchRunTest, ThreadsAndHashAreSetOrNamedAsNotOffered) {
  Workload workload = ThreePositions();
  workload.hash_mib = 64;
  EXPECT_THAT(RunScript("on setoption with Threads value 1\n say info string error: seen\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("Threads=1: error: seen")));
  EXPECT_THAT(
      RunScript("on setoption with Hash value 64\n say info string error: seen\n", workload),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("Hash=64: error: seen")));
  const absl::StatusOr<RunResult> run =
      RunScript("on uci\n say id name Old\n say uciok\n", ThreePositions());
  ASSERT_THAT(run, IsOk());
  EXPECT_THAT(run->not_offered, ElementsAre("Threads", "Hash"));
}

TEST(SearchRunTest, Chess960IsLeftOutByAnEngineThatDoesNotPlayIt) {
  Workload workload = ThreePositions();
  workload.positions[1].chess960 = true;
  const absl::StatusOr<RunResult> run = RunScript("", workload);
  ASSERT_THAT(run, IsOk());
  EXPECT_THAT(run->left_out, ElementsAre("second"));
  EXPECT_THAT(run->not_offered, ElementsAre("UCI_Chess960"));
  EXPECT_THAT(run->position_nodes, ElementsAre(60, 0, 0));
}

TEST(SearchRunTest, AnEngineThatRefusesThreadsMakesTheRunInvalid) {
  EXPECT_THAT(RunScript("on setoption with Threads\n say info string error: Threads is fixed\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("Threads is fixed")));
  Workload two = ThreePositions();
  two.threads = 2;
  EXPECT_THAT(RunScript("on uci\n say id name Old\n say uciok\n", two),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("does not offer Threads")));
}

TEST(SearchRunTest, AnOptionThatIsNotThereOrAFileThatIsNotIsAFailure) {
  Workload workload = ThreePositions();
  workload.options = {{"EvalFile", "/nonexistent/x.net"}};
  EXPECT_THAT(RunScript("", workload),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("EvalFile=/nonexistent")));
  EXPECT_THAT(RunScript("on uci\n answer\n"
                        "on go\n say info string error: cannot open /nonexistent/x.net\n answer\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("/nonexistent/x.net")));
}

TEST(SearchRunTest, ACountThatDoesNotRepeatInOneProcessIsNamed) {
  const absl::StatusOr<RunResult> run =
      RunScript("on go number 2\n say info depth 6 nodes 61 pv {move}\n say bestmove {move}\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_THAT(run->unrepeated, ElementsAre("first"));
}

TEST(SearchRunTest, AMoveOfAnotherPositionIsCaught) {
  EXPECT_THAT(RunScript("on go with 4P3\n say info depth 1 nodes 5\n say bestmove g1f3\n"),
              StatusIs(absl::StatusCode::kInternal,
                       AllOf(HasSubstr("position second: bestmove g1f3 is not legal"),
                             HasSubstr("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))));
  EXPECT_THAT(RunScript("on go with 4P3\n say bestmove (none)\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("bestmove (none) is not legal")));
}

TEST(SearchRunTest, IgnoringTheNodeLimitIsNamedWhetherLateOrEarly) {
  Workload workload = ThreePositions();
  workload.by_nodes = true;
  workload.limit = 5000;
  EXPECT_THAT(RunScript("", workload), IsOk());
  EXPECT_THAT(RunScript("on go\n say info depth 30 nodes 2000000 pv {move}\n wait 50\n"
                        "on stop\n say bestmove {move}\n",
                        workload),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ignores `go nodes`")));
  EXPECT_THAT(
      RunScript("on go\n say info depth 1 nodes 8 pv {move}\n say bestmove {move}\n", workload),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ignores `go nodes 5000`")));
}

TEST(SearchRunTest, AnEngineWithoutANodeCountHasNoRate) {
  EXPECT_THAT(RunScript("on go\n say bestmove {move}\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("reports no nodes")));
}

TEST(SearchRunTest, ACrashNamesTheEndAndThePosition) {
  EXPECT_THAT(RunScript("on go with 4P3\n warn out of luck\n exit 3\n"),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("exited with code 3"), HasSubstr("4k3/8/8/8/8/8/4P3/4K3"),
                             HasSubstr("out of luck"))));
  EXPECT_THAT(RunScript("on go\n signal 11\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("signal 11")));
}

TEST(SearchRunTest, AHangEndsAtTheDeadline) {
  Workload workload = ThreePositions();
  workload.timeout = std::chrono::milliseconds(300);
  EXPECT_THAT(RunScript("on go with 4P3\n hang\n", workload),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("4k3/8/8/8/8/8/4P3/4K3")));
  EXPECT_THAT(RunScript("on go\n close\n hang\n", workload),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("closed its pipe")));
}

}  // namespace
}  // namespace coherent::timing
