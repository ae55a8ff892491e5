// One search by several threads (lazy SMP): all search the same root, each with what it has learnt
// itself, and help each other by the transposition table alone. The first one decides and reports.
#ifndef COHERENT_LIB_SEARCH_THREADS_H_
#define COHERENT_LIB_SEARCH_THREADS_H_

#include <atomic>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/net/prepared.h"
#include "lib/search/endgame_tables.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/search.h"

namespace coherent::search {

// Used like a Searcher, and with one thread it searches what one does. With more, nodes are those
// of all threads, node limits are met within 1,024 a thread, and no two searches are alike.
template <class Params>
class SearchThreads {
 public:
  static constexpr int kMinHashMib = Searcher<Params>::kMinHashMib;
  // What each thread needs beside the transposition table, about.
  static constexpr int kMibOfThread = 7;

  SearchThreads();

  // 1 at first. What the first thread has learnt stays; the others begin anew.
  void SetThreads(int count);

  absl::Status SetHash(int mib) { return main().SetHash(mib); }
  void SetNetwork(std::shared_ptr<const net::PreparedNetwork> network);
  void SetParams(const Params& params);
  void KeepValues(bool keep);
  void SetEndgameTables(std::shared_ptr<EndgameTables> tables);
  void Clear();

  // As Searcher's.
  void Begin(const Limits& limits);
  Result Run(const chess::Position& root, const chess::KeyHistory& game,
             const ReportFunction& report);
  void Stop() { main().Stop(); }
  void PonderHit() { main().PonderHit(); }

 private:
  Searcher<Params>& main() { return *searchers_[0]; }

  Params params_;
  std::shared_ptr<const net::PreparedNetwork> network_;
  bool keeps_values_ = false;
  std::shared_ptr<EndgameTables> endgame_tables_;
  std::vector<std::unique_ptr<Searcher<Params>>> searchers_;
  std::atomic<u64> helper_nodes_ = 0;
};

extern template class SearchThreads<FixedParams>;
extern template class SearchThreads<TunableParams>;

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_THREADS_H_
