#include "lib/search/time.h"

#include <algorithm>

namespace coherent::search {

TimeBudget AllocateTime(const Clock& clock, i64 move_overhead_ms, const SearchParams& params) {
  // Everything in 1/100 ms until the last line. Two weeks is more than any game has.
  constexpr i64 kLongest = i64{14} * 24 * 3'600 * 1'000;
  const i64 remaining = 100 * std::clamp<i64>(clock.remaining_ms, 0, kLongest);
  const i64 increment = 100 * std::clamp<i64>(clock.increment_ms, 0, kLongest);
  const i64 overhead = 100 * std::clamp<i64>(move_overhead_ms, 0, kLongest);
  const i64 share = remaining * params.clock_reserve_pct / 100;
  const i64 least = std::max(i64{100} * params.clock_reserve_ms, overhead);
  // Of less than the reserve an eighth may be used: increments then fill it up again.
  const i64 left = remaining - std::min(std::max(share, least), remaining * 7 / 8);
  const i64 moves = std::min(params.clock_moves, clock.moves_to_go.value_or(params.clock_moves));
  const i64 soft = left / std::max<i64>(1, moves) + increment * params.clock_increment_pct / 100;
  const i64 hard = std::min(soft * params.clock_hard_pct / 100, left);
  return {.soft_ms = std::min(soft, hard) / 100, .hard_ms = hard / 100};
}

int SoftScalePercent(const RoundHistory& rounds, const SearchParams& params) {
  const int stability =
      std::max(params.clock_stable_min_pct,
               params.clock_unstable_pct - params.clock_stable_step_pct * rounds.stable_rounds);
  const int fall = std::clamp(rounds.fall_cp, 0, params.clock_fall_cp);
  const int falling = 100 + (params.clock_fall_max_pct - 100) * fall / params.clock_fall_cp;
  const int work =
      params.clock_work_base_pct - params.clock_work_slope_pct * rounds.best_work_pct / 100;
  return stability * falling / 100 * work / 100;
}

}  // namespace coherent::search
