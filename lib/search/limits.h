// What bounds a search, as the caller asks for it.
#ifndef COHERENT_LIB_SEARCH_LIMITS_H_
#define COHERENT_LIB_SEARCH_LIMITS_H_

#include <optional>
#include <vector>

#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::search {

// The clock of the side to move.
struct Clock {
  i64 remaining_ms = 0;  // may be negative: then there is nearly no time
  i64 increment_ms = 0;
  std::optional<int> moves_to_go;  // at least 1
};

// Every limit that is present bounds the search; without any it runs until it is stopped.
struct Limits {
  std::optional<int> depth;       // rounds; at least 1
  std::optional<u64> nodes;       // never exceeded, but to finish the first round
  std::optional<u64> soft_nodes;  // after a round past it no new one begins
  std::optional<int> mate;        // end with the first proved mate in so many moves or fewer
  std::optional<i64> move_time_ms;
  std::optional<Clock> clock;
  i64 move_overhead_ms = 0;  // what the way from and to the GUI may cost
  bool ponder = false;       // the clock starts with PonderHit()
  int multi_pv = 1;
  std::vector<chess::Move> search_moves;  // root moves to look at; all if empty
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_LIMITS_H_
