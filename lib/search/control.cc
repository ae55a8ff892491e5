#include "lib/search/control.h"

#include <algorithm>

namespace coherent::search {
namespace {

constexpr u64 kMaxNodesToLook = 1024;
constexpr std::chrono::milliseconds kMaxTimeToLook(2);

}  // namespace

void Control::Begin(const Limits& limits, const SearchParams& params) {
  start_ = last_look_ = Clock::now();
  next_look_ = 0;
  nodes_to_look_ = 1;
  clock_start_ms_ = 0;
  node_limit_ = limits.nodes.value_or(std::numeric_limits<u64>::max());
  soft_node_limit_ = std::min(node_limit_, limits.soft_nodes.value_or(node_limit_));
  soft_ms_ = hard_ms_ = kNever;
  if (limits.clock) {
    const TimeBudget budget = AllocateTime(*limits.clock, limits.move_overhead_ms, params);
    soft_ms_ = budget.soft_ms;
    hard_ms_ = budget.hard_ms;
  }
  if (limits.move_time_ms) {
    hard_ms_ = std::min(hard_ms_, std::max<i64>(*limits.move_time_ms - limits.move_overhead_ms,
                                                *limits.move_time_ms / 2));
  }
  published_nodes_ = 0;
  pondering_ = limits.ponder;
  stop_ = false;
}

bool Control::LookAround(u64 nodes) {
  PlanNextLook(nodes);
  if (is_helper_) PublishNodes(nodes);
  return stop_.load(std::memory_order_relaxed) || TotalNodes(nodes) >= node_limit_ ||
         PastHardLimit();
}

void Control::PlanNextLook(u64 nodes) {
  const Clock::time_point now = Clock::now();
  const bool was_long = now - last_look_ > kMaxTimeToLook;
  last_look_ = now;
  nodes_to_look_ = was_long ? std::max<u64>(nodes_to_look_ / 2, 1)
                            : std::min(2 * nodes_to_look_, kMaxNodesToLook);
  next_look_ = nodes + nodes_to_look_;
}

void Control::PublishNodes(u64 nodes) {
  helper_nodes_->fetch_add(nodes - published_nodes_, std::memory_order_relaxed);
  published_nodes_ = nodes;
}

void Control::Stop() { stop_ = true; }

void Control::PonderHit() {
  clock_start_ms_ = elapsed_ms();
  pondering_ = false;
}

i64 Control::elapsed_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
}

bool Control::PastHardLimit() const {
  return hard_ms_ != kNever && !is_pondering() && elapsed_ms() - clock_start_ms_ >= hard_ms_;
}

bool Control::ShouldEnd(u64 nodes, const RoundHistory& rounds, const SearchParams& params) const {
  if (stop_ || nodes >= soft_node_limit_) return true;
  if (is_pondering()) return false;
  if (PastHardLimit()) return true;
  // Time spent while pondering counts: it was thought all the same.
  return soft_ms_ != kNever && 100 * elapsed_ms() >= soft_ms_ * SoftScalePercent(rounds, params);
}

}  // namespace coherent::search
