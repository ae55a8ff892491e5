// When a search has to stop: limits, clock, and what other threads ask for.
#ifndef COHERENT_LIB_SEARCH_CONTROL_H_
#define COHERENT_LIB_SEARCH_CONTROL_H_

#include <atomic>
#include <chrono>
#include <limits>
#include <optional>

#include "lib/base/int.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/time.h"

namespace coherent::search {

class Control {
 public:
  // Forgets the last search and starts the clock. Call it where Stop() will be called from, before
  // the search may start, so that no Stop() is lost.
  void Begin(const Limits& limits, const SearchParams& params);

  // A search by several threads counts what its helpers search in `nodes`: a helper adds to it, the
  // search that reports counts it towards its limits. Null, as at first: alone.
  void CountTogether(std::atomic<u64>* nodes, bool is_helper) {
    helper_nodes_ = nodes;
    is_helper_ = is_helper;
  }
  // Of the searches that count together, of which this one has searched `own`. Up to 1,024 nodes of
  // each helper may be missing.
  u64 TotalNodes(u64 own) const {
    return helper_nodes_ == nullptr || is_helper_
               ? own
               : own + helper_nodes_->load(std::memory_order_relaxed);
  }
  // Adds what this helper has searched, `nodes` in all, to what is counted together.
  void PublishNodes(u64 nodes);

  // From any thread.
  void Stop();
  void PonderHit();

  // At every node: whether to unwind now. Looks at the clock every 1,024 nodes, or sooner where
  // these take more than 2 ms.
  bool ShouldAbort(u64 nodes) {
    if (nodes >= node_limit_) return true;
    return nodes >= next_look_ && LookAround(nodes);
  }
  // After a round: whether the next one should not begin.
  bool ShouldEnd(u64 nodes, const RoundHistory& rounds, const SearchParams& params) const;

  bool is_pondering() const { return pondering_.load(std::memory_order_acquire); }
  i64 elapsed_ms() const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr i64 kNever = std::numeric_limits<i64>::max();

  bool LookAround(u64 nodes);
  void PlanNextLook(u64 nodes);
  bool PastHardLimit() const;

  std::atomic<bool> stop_ = false;
  std::atomic<bool> pondering_ = false;
  u64 node_limit_ = std::numeric_limits<u64>::max();
  u64 soft_node_limit_ = std::numeric_limits<u64>::max();
  Clock::time_point start_;
  u64 next_look_ = 0;      // in nodes
  u64 nodes_to_look_ = 1;  // from the last look
  Clock::time_point last_look_;
  // When the own clock began to run, in ms after `start_`: later than it after a ponder hit.
  std::atomic<i64> clock_start_ms_ = 0;
  i64 soft_ms_ = kNever;
  i64 hard_ms_ = kNever;
  std::atomic<u64>* helper_nodes_ = nullptr;
  bool is_helper_ = false;
  u64 published_nodes_ = 0;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_CONTROL_H_
