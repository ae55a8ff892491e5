// What a search says while it runs and at its end: data; printing is the caller's.
#ifndef COHERENT_LIB_SEARCH_REPORT_H_
#define COHERENT_LIB_SEARCH_REPORT_H_

#include <functional>
#include <optional>
#include <vector>

#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::search {

// One finished line of one round; or the end of a round that was stopped: a better move it had
// found, or no score.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  int multi_pv = 1;               // from 1, best first
  std::optional<int> score = {};  // score.h, side to move's view
  bool is_lower_bound = false;    // the score
  u64 nodes = 0;
  i64 time_ms = 0;
  int hash_full = 0;                   // per mille
  std::optional<u64> table_hits = {};  // in endgame tables, if there are any
  std::vector<chess::Move> pv = {};
};

using ReportFunction = std::function<void(const Report&)>;

struct Result {
  chess::Move best;    // None only where there is no legal move
  chess::Move ponder;  // the expected answer, or None
  int score = 0;       // of the last line
  int depth = 0;       // the last finished round
  u64 nodes = 0;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_REPORT_H_
