// Pairs of games between two settings of the search, on all threads.
#ifndef COHERENT_TOOLS_TUNE_PAIRS_H_
#define COHERENT_TOOLS_TUNE_PAIRS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/match/player.h"
#include "lib/net/prepared.h"
#include "lib/search/params.h"

namespace coherent {

// One pair: both sides play an opening of its own, drawn by `seed`, with either colour.
struct Pair {
  search::SearchParams first, second;
  u64 seed;
};

class PairPlayer {
 public:
  // `network` null: piece-square rules.
  static absl::StatusOr<std::unique_ptr<PairPlayer>> Create(
      u64 nodes, int threads, const std::shared_ptr<const net::PreparedNetwork>& network);

  // The half points of each pair's first side, 0 to 4. Whatever the threads, the same.
  absl::StatusOr<std::vector<int>> Play(const std::vector<Pair>& pairs);

 private:
  struct Table {
    std::unique_ptr<match::TunablePlayer> first, second;
    std::unique_ptr<match::SearchPlayer> judge;  // of openings
  };
  absl::StatusOr<int> PlayPair(Table& table, const Pair& pair) const;

  std::vector<Table> tables_;  // one a thread
  u64 opening_nodes_ = 0;      // of the search that scores an opening: no more than a move gets
};

}  // namespace coherent

#endif  // COHERENT_TOOLS_TUNE_PAIRS_H_
