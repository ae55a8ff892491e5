#include "lib/bench/bench.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "lib/base/status_macros.h"
#include "lib/bench/positions.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/search/report.h"

namespace coherent::bench {

using Clock = std::chrono::steady_clock;

u64 Total::NodesPerSecond() const {
  return nodes * 1'000 / static_cast<u64>(std::max<i64>(time_ms, 1));
}

template <class Params>
Bench<Params>::Bench(const search::Limits& limits,
                     std::shared_ptr<const net::PreparedNetwork> network, const Params& params)
    : limits_(limits), searcher_(std::make_unique<search::Searcher<Params>>(params)) {
  searcher_->SetNetwork(std::move(network));
}

template <class Params>
absl::StatusOr<Total> Bench<Params>::Run(
    const std::function<void(int number, absl::string_view fen, u64 nodes)>& progress) {
  RETURN_IF_ERROR(searcher_->SetHash(kHashMib));
  Total total;
  int number = 0;
  const Clock::time_point start = Clock::now();
  for (const absl::string_view fen : kPositions) {
    ASSIGN_OR_RETURN(const chess::Position root, chess::ParseFen(fen));
    searcher_->Clear();
    searcher_->Begin(limits_);
    // Begin() forgets a Stop() before it; one after it ends the search.
    if (stopped_) return absl::CancelledError("bench stopped");
    const search::Result result =
        searcher_->Run(root, chess::KeyHistory(root), [](const search::Report&) {});
    if (stopped_) return absl::CancelledError("bench stopped");
    total.nodes += result.nodes;
    progress(++number, fen, result.nodes);
  }
  total.time_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  return total;
}

template <class Params>
void Bench<Params>::Stop() {
  stopped_ = true;
  searcher_->Stop();
}

template class Bench<search::FixedParams>;
template class Bench<search::TunableParams>;

}  // namespace coherent::bench
