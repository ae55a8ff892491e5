#include "tools/bench/own_bench_run.h"

#include <chrono>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::bench {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

absl::StatusOr<timing::RunResult> RunScript(const std::string& script,
                                            milliseconds timeout = milliseconds(20'000)) {
  const std::string program = uci::ScriptedEngine("engine", script);
  return RunOwnBench({program, {AllowedCpus()->back()}}, "bench", timeout);
}

TEST(OwnBenchRunTest, TheTotalIsTheOneSummaryAndNotAnInfoLine) {
  const absl::StatusOr<timing::RunResult> run = RunScript(
      "on bench\n say info depth 6 score cp 236 time 1 nodes 345 nps 344999\n"
      " say 12681936 nodes 1724729 nps\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_EQ(run->nodes, 12681936);
  EXPECT_EQ(run->reported_nps, 1724729);
  EXPECT_EQ(run->Rate(), 1724729);
  EXPECT_GT(run->seconds, 0);
}

TEST(OwnBenchRunTest, ATotalOnStderrIsFoundToo) {
  const absl::StatusOr<timing::RunResult> run = RunScript(
      "on bench\n flood 20\n warn ===========================\n warn Total time (ms) : 2000\n"
      " warn Nodes searched  : 3467381\n warn Nodes/second    : 1733690\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_EQ(run->nodes, 3467381);
  EXPECT_EQ(run->reported_nps, 1733690);
}

TEST(OwnBenchRunTest, WithoutARateOfItsOwnTheWallDecides) {
  const absl::StatusOr<timing::RunResult> run = RunScript("on bench\n say Nodes searched: 1000\n");
  ASSERT_THAT(run, IsOk());
  EXPECT_FALSE(run->reported_nps.has_value());
  EXPECT_EQ(run->Rate(), 1000 / run->seconds);
}

TEST(OwnBenchRunTest, NoSummaryOrTwoIsAnErrorAndNeverAZero) {
  EXPECT_THAT(RunScript("on bench\n say info depth 6 nodes 345 nps 344999\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("info depth 6 nodes 345")));
  EXPECT_THAT(RunScript("on bench\n say 1 nodes 2 nps\n say 3 nodes 4 nps\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("1 and 3")));
  EXPECT_THAT(RunScript("on bench\n say 0 nodes 5 nps\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("of 0")));
  EXPECT_THAT(RunScript("on bench\n say 5 nodes 0 nps\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("of 0")));
}

TEST(OwnBenchRunTest, CrashesErrorsAndHangsAreNamed) {
  EXPECT_THAT(RunScript("on bench\n say 1 nodes 2 nps\n exit 3\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("bench: exited with code 3")));
  EXPECT_THAT(RunScript("on bench\n say info string error: no net x.net\n say 1 nodes 2 nps\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("x.net")));
  EXPECT_THAT(RunScript("on bench\n hang\n", milliseconds(200)),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("bench: ")));
}

}  // namespace
}  // namespace coherent::bench
