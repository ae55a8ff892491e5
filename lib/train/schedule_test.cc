#include "lib/train/schedule.h"

#include "gtest/gtest.h"

namespace coherent::train {
namespace {

TEST(ScheduleTest, WarmsUpLinearlyAndNeverBeginsAtZero) {
  const Schedule schedule({{.steps = 4, .from = 0, .to = 1}});
  EXPECT_DOUBLE_EQ(schedule.At(1), 0.25);
  EXPECT_DOUBLE_EQ(schedule.At(4), 1.0);
}

TEST(ScheduleTest, GoesFromPieceToPieceAndKeepsTheEnd) {
  const Schedule schedule({{.steps = 10, .from = 0, .to = 2},
                           {.steps = 100, .curve = Curve::kCosine, .from = 2, .to = 0.2}});
  EXPECT_DOUBLE_EQ(schedule.At(10), 2.0);
  EXPECT_DOUBLE_EQ(schedule.At(60), 1.1);  // half of the cosine
  EXPECT_DOUBLE_EQ(schedule.At(110), 0.2);
  EXPECT_DOUBLE_EQ(schedule.At(1'000), 0.2);
  for (i64 step = 11; step < 110; ++step) EXPECT_GT(schedule.At(step), schedule.At(step + 1));
}

TEST(ScheduleTest, FallsToZeroAtTheLastStep) {
  const Schedule schedule({{.steps = 8, .from = 1e-5, .to = 0}});
  EXPECT_DOUBLE_EQ(schedule.At(4), 0.5e-5);
  EXPECT_DOUBLE_EQ(schedule.At(8), 0.0);
}

TEST(ScheduleTest, MayBeConstant) {
  EXPECT_DOUBLE_EQ(Schedule::Constant(0.5).At(1), 0.5);
  EXPECT_DOUBLE_EQ(Schedule::Constant(0.5).At(1'000'000), 0.5);
}

}  // namespace
}  // namespace coherent::train
