#include "tools/tempo/phase.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "tools/tempo/testing.h"

namespace coherent::tempo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const measure::Plan& SmallPlan() {
  static const auto& plan = *new measure::Plan(FakePlan({"a", "b"}, 2, 3));
  return plan;
}

measure::Records RecordsOf(const History& history) {
  measure::Records records;
  for (const PhaseRecord& phase : history.phases) records.items.push_back(ToJson(phase));
  return records;
}

measure::Records SmallRecords() {
  return RecordsOf(FakeHistory(SmallPlan(), ConstantGain({1, 2, 3, 4, 5, 6, 7, 8})));
}

TEST(PhaseTest, IsReadAsItWasRecorded) {
  PhaseRecord phase = FakeHistory(SmallPlan(), ConstantGain({1, 2, 3, 4, 5, 6, 7, 8})).phases[0];
  phase.lanes[0].mhz_before = 2600.5;
  phase.lanes[0].draw.fixed_addresses = true;
  phase.lanes[0].arms[1].instructions = 12;
  const absl::StatusOr<PhaseRecord> read = ParsePhase(ToJson(phase));
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(ToJson(*read), ToJson(phase));
  EXPECT_EQ(read->lanes[0].ArmOf("bundle").all.nodes, 1'000'000);
  Json more = ToJson(phase);
  more["lanes"][0]["extra"] = 1;
  EXPECT_FALSE(ParsePhase(more).ok());
  EXPECT_FALSE(ParsePhase(Json::array()).ok());
}

TEST(PhaseTest, AHistoryHasThePlansPhasesInItsOrder) {
  measure::Records records = SmallRecords();
  EXPECT_EQ(ReadHistory(SmallPlan(), records)->phases.size(), 24U);
  std::swap(records.items[3], records.items[4]);
  EXPECT_THAT(ReadHistory(SmallPlan(), records),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("record 4: is not phase 1 of run run2 as the plan orders it")));
  records = SmallRecords();
  records.items.push_back(records.items.back());
  EXPECT_THAT(
      ReadHistory(SmallPlan(), records),
      StatusIs(absl::StatusCode::kDataLoss, HasSubstr("record 25: comes after the last run")));
  records = SmallRecords();
  records.items[0]["lanes"][1]["arms"].erase(0);
  EXPECT_FALSE(ReadHistory(SmallPlan(), records).ok());
  records = SmallRecords();
  records.items[0]["lanes"][1]["arms"][0]["nodes"] = 0;
  EXPECT_FALSE(ReadHistory(SmallPlan(), records).ok());
}

TEST(PhaseTest, AStopIsTheLastRecord) {
  measure::Records records = SmallRecords();
  records.items.resize(2);
  records.items.push_back(StopRecord("run1", 3, "it rained"));
  EXPECT_EQ(ReadHistory(SmallPlan(), records)->stop, "it rained");
  records.items.push_back(SmallRecords().items[2]);
  EXPECT_THAT(ReadHistory(SmallPlan(), records),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("record 4: comes after")));
}

TEST(PhaseTest, AnotherTreeIsNamedWithItsArmAndBothCounts) {
  PhaseRecord phase = FakeHistory(SmallPlan(), ConstantGain({1, 2, 3, 4, 5, 6, 7, 8})).phases[0];
  const PhaseRecord first = phase;
  EXPECT_THAT(CheckTrees(phase, first), IsOk());
  phase.lanes[1].arms[2].tree = "another";
  EXPECT_THAT(CheckTrees(phase, first),
              StatusIs(absl::StatusCode::kInternal,
                       AllOf(HasSubstr("wrong tree: run run1, phase 1, lane cpu1: " +
                                       phase.lanes[1].arms[2].arm + " searched 1000000 nodes"),
                             HasSubstr("not the same by positions"))));
}

}  // namespace
}  // namespace coherent::tempo
