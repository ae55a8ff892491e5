// From the limits of a search to when it stops. Clocks only end a search: nothing a search finds
// depends on them otherwise.
#ifndef COHERENT_LIB_SEARCH_TIME_H_
#define COHERENT_LIB_SEARCH_TIME_H_

#include <optional>

#include "lib/base/int.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"

namespace coherent::search {

// Milliseconds for one move: after a round past `soft` no new one begins; `hard` ends one under
// way.
struct TimeBudget {
  i64 soft_ms;
  i64 hard_ms;
  friend bool operator==(const TimeBudget&, const TimeBudget&) = default;
};

// Cut to whole milliseconds once, at the end; soft is never above hard, hard never above what is
// left after the reserve.
TimeBudget AllocateTime(const Clock& clock, i64 move_overhead_ms, const SearchParams& params);

// What the finished rounds say about how settled the best move is.
struct RoundHistory {
  int stable_rounds = 0;  // rounds since the best move last changed
  int fall_cp = 0;        // how far the value fell below its average; may be negative
  int best_work_pct = 0;  // share of all nodes spent below the best move
};

// How much of the soft limit this search should use, in percent.
int SoftScalePercent(const RoundHistory& rounds, const SearchParams& params);

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_TIME_H_
