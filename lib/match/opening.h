// Where games begin: random moves, from the start position or from a book, that leave a playable
// position.
#ifndef COHERENT_LIB_MATCH_OPENING_H_
#define COHERENT_LIB_MATCH_OPENING_H_

#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/chess/position.h"

namespace coherent::match {

struct OpeningRules {
  std::vector<chess::Position> book;  // the start position if empty
  int min_random_plies = 8;           // every number from here
  int max_random_plies = 9;           // to here is equally likely
  int max_score_cp = 600;             // the best line is worth no more to either side
};

// Of a search that scores openings: enough to tell won positions from others.
inline constexpr u64 kOpeningNodes = 10'000;

// What a short search says of a position, for the side to move. Must depend on it alone.
using ScoreFunction = std::function<int(const chess::Position&)>;

// The opening that `random` leads to. FailedPrecondition if a thousand tries give none.
absl::StatusOr<chess::Position> MakeOpening(const OpeningRules& rules, const ScoreFunction& score,
                                            Random& random);

}  // namespace coherent::match

#endif  // COHERENT_LIB_MATCH_OPENING_H_
