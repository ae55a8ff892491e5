#include "tools/bench/bench.h"

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::bench {
namespace {

using ::testing::HasSubstr;

BenchOptions SmallOptions() {
  BenchOptions options;
  options.positions = TestdataPath("bench.epd");
  options.depth = 2;
  options.runs = 6;
  return options;
}

TEST(BenchTest, OneBinaryAgainstItselfIsComparedPairByPair) {
  BenchOptions options = SmallOptions();
  const std::string program = uci::ScriptedEngine("same", "");
  options.engines = {program, program};
  options.json = true;
  std::ostringstream out;
  ASSERT_THAT(RunBench(options, out), IsOk());
  const absl::StatusOr<Json> json = ParseJson("out", out.str());
  ASSERT_THAT(json, IsOk());
  const Json& ratio = (*json)["ratios"][0];
  EXPECT_EQ(ratio["same_signature"].dump(), "true");
  const auto number = [](const Json& value) { return value.get<double>(); };
  const Json& wall = ratio["wall"];
  EXPECT_LE(number(wall["interval"]["low"]), number(wall["median"]));
  EXPECT_GE(number(wall["interval"]["high"]), number(wall["median"]));
  EXPECT_EQ((*json)["order"].dump(), "[[0,1],[1,0],[1,0],[0,1],[0,1],[1,0]]");
}

TEST(BenchTest, TheReportOfOneRunIsTheBaselineOfTheNext) {
  BenchOptions options = SmallOptions();
  options.engines = {uci::ScriptedEngine("engine", "on bench\n say 500 nodes 1000 nps\n")};
  options.bench_command = "bench";
  options.json = true;
  std::ostringstream report;
  ASSERT_THAT(RunBench(options, report), IsOk());
  options.baseline = TemporaryPath("baseline.json");
  ASSERT_THAT(WriteFileAtomically(options.baseline, report.str()), IsOk());

  options.json = false;
  std::ostringstream same;
  EXPECT_THAT(RunBench(options, same), IsOk());
  EXPECT_THAT(same.str(), HasSubstr("1000 nodes/s; now 0.00 % above"));

  options.engines = {uci::ScriptedEngine("engine", "on bench\n say 500 nodes 970 nps\n")};
  std::ostringstream slower;
  EXPECT_THAT(RunBench(options, slower), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                  HasSubstr("3.00 % slower than the baseline")));
  EXPECT_THAT(slower.str(), HasSubstr("now 3.00 % below, allowed are 2.00 %"));
}

TEST(BenchTest, ABaselineIsForOneEngine) {
  BenchOptions options = SmallOptions();
  options.engines = {"a", "b"};
  options.baseline = "x.json";
  std::ostringstream out;
  EXPECT_THAT(RunBench(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("one engine")));
}

TEST(BenchTest, AFailureLeavesNoReport) {
  BenchOptions options = SmallOptions();
  options.engines = {uci::ScriptedEngine("good", ""),
                     uci::ScriptedEngine("bad", "on go number 20\n exit 3\n")};
  std::ostringstream out;
  EXPECT_THAT(RunBench(options, out),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("exited with code 3")));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace coherent::bench
