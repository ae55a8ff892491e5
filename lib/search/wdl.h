// How often a score is won, drawn and lost.
#ifndef COHERENT_LIB_SEARCH_WDL_H_
#define COHERENT_LIB_SEARCH_WDL_H_

#include <array>

#include "lib/chess/position.h"

namespace coherent::search {

// Win, draw and loss in permille, 1,000 together, of a score (score.h) for the side to move. Won
// are 1 / (1 + exp((a - score) / b)), lost the same with the score's sign changed; a and b depend
// on the material and were fitted to the engine's own games (docs/uci.md, "Win, draw and loss"). By
// integers alone: the same on every machine.
std::array<int, 3> WinDrawLoss(int score, const chess::Position& position);

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_WDL_H_
