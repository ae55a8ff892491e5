// What tests of data share: games to write.
#ifndef COHERENT_LIB_DATA_TESTING_H_
#define COHERENT_LIB_DATA_TESTING_H_

#include "lib/base/random.h"
#include "lib/chess/position.h"
#include "lib/data/record.h"

namespace coherent::data {

// Up to `plies` random moves from `start`, with random scores, outcome and ending. `start` must
// have a legal move.
Game RandomGame(const chess::Position& start, int plies, Random& random);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_TESTING_H_
