#include "lib/measure/lane.h"

#include <unistd.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"

namespace coherent::measure {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LaneTest, MeasuresOnTheLastCpus) {
  EXPECT_THAT(*ChooseLane({0, 1, 4, 7}, 2), ElementsAre(4, 7));
  EXPECT_THAT(ChooseLane({0, 1}, 3),
              StatusIs(absl::StatusCode::kInvalidArgument, "a lane of 3 CPUs: 2 may be used"));
  EXPECT_FALSE(ChooseLane({0, 1}, 0).ok());
}

TEST(LaneTest, CpuListsAreWrittenAsTheKernelWritesThem) {
  EXPECT_THAT(*ParseCpuList("3"), ElementsAre(3));
  EXPECT_THAT(*ParseCpuList("8-10,0,2,2"), ElementsAre(0, 2, 8, 9, 10));
  for (const char* text : {"", "a", "1-", "-1", "3-2", "1,,2", "0-99999"}) {
    EXPECT_THAT(ParseCpuList(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(text)));
  }
}

TEST(LaneTest, TicksOfACpuComeFromItsOwnLine) {
  const std::string stat =
      "cpu  99 99 99 99 99 99 99 99 99 99\n"
      "cpu1 9 9 9 9 9 9 9 9 9 9\n"
      "cpu10 1 2 4 100 200 8 16 32 64 128\n"
      "intr 1\n";
  const absl::StatusOr<CpuTicks> ticks = ParseCpuTicks(stat, 10);
  ASSERT_THAT(ticks, IsOk());
  EXPECT_EQ(ticks->busy, 31U);
  EXPECT_EQ(ticks->idle, 300U);
  EXPECT_EQ(ticks->steal, 32U);
  EXPECT_THAT(ParseCpuTicks(stat, 2),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no times of CPU 2")));
  EXPECT_FALSE(ParseCpuTicks("cpu2 1 2 x 4 5 6 7 8\n", 2).ok());
}

TEST(LaneTest, AWatchSeesABusyCpu) {
  const std::vector<int> lane = *ChooseLane(*AllowedCpus(), 1);
  const auto child =
      Subprocess::Start({.argv = {"sh", "-c", "while :; do :; done"}, .cpu = lane[0]});
  ASSERT_THAT(child, IsOk());
  const absl::StatusOr<LaneWatch> watch = LaneWatch::Start(lane);
  ASSERT_THAT(watch, IsOk());
  usleep(300'000);
  const absl::StatusOr<LaneReport> report = watch->Report();
  ASSERT_THAT(report, IsOk());
  EXPECT_GT(report->busy_percent + report->steal_percent, 50);
  EXPECT_THAT(report->ToString(), HasSubstr("lane busy "));
  EXPECT_GT(*CpuTimeOf((*child)->pid()), std::chrono::nanoseconds(0));
}

TEST(LaneTest, APinnedProcessStaysOnItsCpus) {
  const std::vector<int> cpus = *AllowedCpus();
  const auto child = Subprocess::Start(
      {.argv = {"sh", "-c", "read -r line; grep Cpus_allowed_list /proc/self/status"}});
  ASSERT_THAT(child, IsOk());
  ASSERT_THAT(PinProcess((*child)->pid(), {cpus.front()}), IsOk());
  ASSERT_THAT((*child)->Write("\n", In(seconds(10))), IsOk());
  EXPECT_EQ(*(*child)->ReadLine(In(seconds(10))),
            absl::StrCat("Cpus_allowed_list:\t", cpus.front()));
}

TEST(LaneTest, AProcessThatIsGoneIsAnError) {
  const auto child = Subprocess::Start({.argv = {"true"}});
  ASSERT_THAT(child, IsOk());
  ASSERT_THAT((*child)->Wait(In(seconds(10))), IsOk());
  EXPECT_FALSE(PinProcess((*child)->pid(), {0}).ok());
  EXPECT_FALSE(CpuTimeOf((*child)->pid()).ok());
}

}  // namespace
}  // namespace coherent::measure
