// The bench: fixed positions, searched to a fixed limit, add up to a number of nodes. It is the
// signature of how a build plays: the same on every run, machine and compiler.
#ifndef COHERENT_LIB_BENCH_BENCH_H_
#define COHERENT_LIB_BENCH_BENCH_H_

#include <atomic>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/net/prepared.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/search.h"

namespace coherent::bench {

// What `bench` alone means.
inline constexpr int kDepth = 11;
inline constexpr int kHashMib = 16;

struct Total {
  u64 nodes = 0;
  i64 time_ms = 0;

  u64 NodesPerSecond() const;
};

// One run. It has a searcher of its own, cleared before each position, so that nothing before it
// and nothing after it matters.
template <class Params>
class Bench {
 public:
  // `limits` bound each position; `network` evaluates, or piece-square rules if it is null.
  explicit Bench(const search::Limits& limits,
                 std::shared_ptr<const net::PreparedNetwork> network = nullptr,
                 const Params& params = {});

  // Calls `progress` after each position with its number, from 1, and its nodes. Cancelled if
  // stopped before the end.
  absl::StatusOr<Total> Run(
      const std::function<void(int number, absl::string_view fen, u64 nodes)>& progress);

  // From any thread.
  void Stop();

 private:
  search::Limits limits_;
  std::unique_ptr<search::Searcher<Params>> searcher_;
  std::atomic<bool> stopped_ = false;
};

extern template class Bench<search::FixedParams>;
extern template class Bench<search::TunableParams>;

}  // namespace coherent::bench

#endif  // COHERENT_LIB_BENCH_BENCH_H_
