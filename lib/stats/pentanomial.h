// How strong one player is beside another, from the scores of pairs of games.
#ifndef COHERENT_LIB_STATS_PENTANOMIAL_H_
#define COHERENT_LIB_STATS_PENTANOMIAL_H_

#include <array>

#include "lib/base/int.h"

namespace coherent::stats {

// Pairs of games by their score: index i counts the pairs that scored i half points, 0 to 4.
using PairCounts = std::array<i64, 5>;

struct EloEstimate {
  double elo = 0;
  double margin = 0;  // half the width of the 95 % interval
};

// The difference in Elo by the logistic curve. The two games of a pair share an opening, so pairs
// are what varies independently; the margin is that of the mean score, carried over to Elo by the
// curve's slope. Needs a pair. A score of 0 or 1 gives an infinite difference and margin.
EloEstimate EstimateElo(const PairCounts& pairs);

}  // namespace coherent::stats

#endif  // COHERENT_LIB_STATS_PENTANOMIAL_H_
