#include "tools/bench/measurement.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

BenchOptions SmallOptions() {
  BenchOptions options;
  options.positions = TemporaryPath("one.epd");
  EXPECT_THAT(WriteFileAtomically(options.positions, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"), IsOk());
  options.depth = 3;
  options.runs = 2;
  return options;
}

TEST(RoundOrderTest, TwoEnginesGoAbbaBaab) {
  EXPECT_THAT(RoundOrder(0, 2), ElementsAre(0, 1));
  EXPECT_THAT(RoundOrder(1, 2), ElementsAre(1, 0));
  EXPECT_THAT(RoundOrder(2, 2), ElementsAre(1, 0));
  EXPECT_THAT(RoundOrder(3, 2), ElementsAre(0, 1));
  EXPECT_THAT(RoundOrder(5, 1), ElementsAre(0));
}

TEST(RoundOrderTest, EveryEngineIsInEveryPlaceEquallyOften) {
  for (const size_t engines : {2, 3, 5}) {
    std::vector<size_t> places(engines, 0);
    for (int round = 0; round < static_cast<int>(2 * engines); ++round) {
      const std::vector<size_t> order = RoundOrder(round, engines);
      for (size_t place = 0; place < engines; ++place) places[order[place]] += place;
    }
    for (const size_t sum : places) EXPECT_EQ(sum, engines * (engines - 1));
  }
}

TEST(MeasurementTest, OneProgramTwiceHasOneSignature) {
  BenchOptions options = SmallOptions();
  const std::string program = uci::ScriptedEngine("same", "");
  options.engines = {program, program};
  const absl::StatusOr<Measurement> measurement = Measure(options);
  ASSERT_THAT(measurement, IsOk());
  ASSERT_EQ(measurement->engines.size(), 2U);
  for (const EngineMeasurement& engine : measurement->engines) {
    EXPECT_EQ(engine.sha256.size(), 64U);
    EXPECT_EQ(engine.runs.size(), 2U);
    EXPECT_EQ(engine.Signature(), 30);
    EXPECT_EQ(engine.Rates().size(), 2U);
  }
  EXPECT_EQ(measurement->order.size(), 2U);
  EXPECT_FALSE(measurement->cpus.empty());
}

TEST(MeasurementTest, OtherNodesInAnotherProcessLeaveNoSignature) {
  EngineMeasurement engine;
  engine.runs.resize(2);
  engine.runs[0].nodes = engine.runs[1].nodes = 30;
  engine.runs[0].position_nodes = {10, 20};
  engine.runs[1].position_nodes = {20, 10};
  EXPECT_EQ(engine.Signature(), std::nullopt) << "the sums agree, the positions do not";
}

TEST(MeasurementTest, AnEngineThatIsNotThereIsNamedBeforeAnythingRuns) {
  BenchOptions options = SmallOptions();
  options.engines = {"/nonexistent/engine"};
  EXPECT_THAT(Measure(options),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/engine")));
}

TEST(MeasurementTest, CpusThatMayNotBeUsedAreRefused) {
  BenchOptions options = SmallOptions();
  options.engines = {uci::ScriptedEngine("pinned", "")};
  options.cpus = "1000";
  EXPECT_THAT(Measure(options), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("1000")));
}

TEST(MeasurementTest, AProgramThatIsReplacedMeanwhileStopsEverything) {
  BenchOptions options = SmallOptions();
  const std::string program = TemporaryPath("replaced");
  const std::string text =
      "#!/bin/sh\n"
      "cp $0 $0.new && mv $0.new $0\n"
      "echo 5 nodes 5 nps\n";
  ASSERT_THAT(WriteFileAtomically(program, text), IsOk());
  ASSERT_EQ(system(("chmod +x " + program).c_str()), 0);
  options.engines = {program};
  options.bench_command = "bench";
  EXPECT_THAT(Measure(options), StatusIs(absl::StatusCode::kAborted, HasSubstr("changed")));
}

}  // namespace
}  // namespace coherent::bench
