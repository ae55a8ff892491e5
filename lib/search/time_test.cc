#include "lib/search/time.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"

namespace coherent::search {
namespace {

constexpr SearchParams kParams;

TimeBudget Allocate(i64 remaining_ms, i64 increment_ms, std::optional<int> moves_to_go = {},
                    i64 overhead_ms = 10) {
  return AllocateTime({remaining_ms, increment_ms, moves_to_go}, overhead_ms, kParams);
}

TEST(TimeTest, AllocatesAsPublished) {
  EXPECT_EQ(Allocate(8'000, 80), (TimeBudget{247, 800}));
  EXPECT_EQ(Allocate(8'080, 80), (TimeBudget{249, 807}));
}

TEST(TimeTest, HardLimitNeverExceedsWhatTheReserveLeaves) {
  for (const i64 remaining : {0, 1, 7, 30, 59, 60, 100, 1'000, 60'000, 10'000'000}) {
    for (const i64 increment : {0, 1, 100, 30'000}) {
      for (const int moves : {1, 2, 8, 40}) {
        const TimeBudget budget = Allocate(remaining, increment, moves);
        EXPECT_LE(budget.soft_ms, budget.hard_ms);
        EXPECT_LE(budget.hard_ms, remaining - std::min<i64>(remaining / 2, 30));
        EXPECT_GE(budget.soft_ms, 0);
      }
    }
  }
}

TEST(TimeTest, AnIncrementFillsUpTheReserve) {
  for (const i64 remaining : {1, 10, 20, 30}) EXPECT_LT(Allocate(remaining, 5).hard_ms, 5);
}

TEST(TimeTest, ANegativeClockIsNearlyNoTime) {
  EXPECT_EQ(Allocate(-50, 0), (TimeBudget{0, 0}));
  EXPECT_EQ(Allocate(std::numeric_limits<i64>::min(), 0), (TimeBudget{0, 0}));
}

TEST(TimeTest, HugeNumbersDoNotOverflow) {
  const i64 most = std::numeric_limits<i64>::max();
  const TimeBudget budget = Allocate(most, most, 1, most);
  EXPECT_GT(budget.hard_ms, 0);
  EXPECT_LE(budget.soft_ms, budget.hard_ms);
}

TEST(TimeTest, OverheadIsKeptBack) { EXPECT_EQ(Allocate(1'000, 0, 1, 300).hard_ms, 700); }

TEST(TimeTest, ASettledMoveTakesLessTimeAndAFallingValueMore) {
  const RoundHistory fresh{.stable_rounds = 0, .fall_cp = 0, .best_work_pct = 60};
  RoundHistory settled = fresh, falling = fresh, scattered = fresh;
  settled.stable_rounds = 6;
  falling.fall_cp = 50;
  scattered.best_work_pct = 20;
  EXPECT_LT(SoftScalePercent(settled, kParams), SoftScalePercent(fresh, kParams));
  EXPECT_GT(SoftScalePercent(falling, kParams), SoftScalePercent(fresh, kParams));
  EXPECT_GT(SoftScalePercent(scattered, kParams), SoftScalePercent(fresh, kParams));
}

}  // namespace
}  // namespace coherent::search
