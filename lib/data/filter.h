// Which positions a trainer takes. Filters act when data is loaded, so that they can be changed
// without playing anew.
#ifndef COHERENT_LIB_DATA_FILTER_H_
#define COHERENT_LIB_DATA_FILTER_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/data/record.h"
#include "lib/data/sample.h"

namespace coherent::data {

struct FilterRules {
  bool keep_in_check = false;
  bool keep_noisy = false;  // best move a capture or a promotion
  int min_ply = 0;          // of the record, which begins behind the random moves
  int max_score_cp = 3'000;
  int min_pieces = 4;  // kings included
  // Once so many scores in a row are at least `decided_cp` for one side, the rest of the game is
  // left out; 0 plies: never.
  int decided_plies = 0;
  int decided_cp = 1'000;

  friend bool operator==(const FilterRules&, const FilterRules&) = default;
};

// How many positions went where; each is counted once, by the first rule that drops it.
struct FilterCounts {
  u64 kept = 0;
  u64 no_score = 0;
  u64 decided = 0;
  u64 in_check = 0;
  u64 noisy = 0;
  u64 early = 0;
  u64 score = 0;
  u64 few_pieces = 0;
};

// Appends the samples of `game` that pass, in order.
void AppendSamples(const Game& game, const FilterRules& rules, std::vector<PackedSample>& samples,
                   FilterCounts& counts);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_FILTER_H_
