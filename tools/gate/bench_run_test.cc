#include "tools/gate/bench_run.h"

#include <chrono>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;

absl::StatusOr<u64> Bench(absl::string_view script, absl::string_view command = "bench") {
  return RunBench("base", uci::ScriptedEngine("bench", script), command, std::chrono::seconds(1));
}

TEST(BenchRunTest, TakesTheTotalFromWhereverItIsPrinted) {
  EXPECT_EQ(Bench("").value(), 12345u);
  EXPECT_EQ(Bench("on bench\n warn Nodes searched  : 77\n").value(), 77u);
}

TEST(BenchRunTest, PassesAllWordsOfTheCommand) {
  EXPECT_EQ(Bench("on bench with 16 1 13\n say 7 nodes 7 nps\n", "bench 16 1 13").value(), 7u);
  EXPECT_EQ(Bench("on speedtest\n say 8 nodes 8 nps\n", "speedtest").value(), 8u);
}

TEST(BenchRunTest, AnEngineThatDoesNotKnowItHasNone) {
  EXPECT_THAT(Bench("on bench\n say what?\n"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("base: no node total")));
  EXPECT_THAT(Bench("on bench\n say 5 nodes 7 nps\n say 6 nodes 7 nps\n"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("two node totals")));
}

TEST(BenchRunTest, TellsAFailureWithItsCommand) {
  EXPECT_THAT(Bench("on bench\n say info depth 1\n warn bad\n exit 2\n"),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("exited with code 2"), HasSubstr("bench bench"),
                             HasSubstr("info depth 1"), HasSubstr("bad"))));
  EXPECT_THAT(Bench("on bench\n hang\n"),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("does not end")));
  EXPECT_THAT(Bench("on bench\n say info string error: no net\n answer\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("no net")));
}

}  // namespace
}  // namespace coherent::gate
