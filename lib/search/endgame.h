// The one endgame the evaluation is helped with: king, bishop and knight against king.
#ifndef COHERENT_LIB_SEARCH_ENDGAME_H_
#define COHERENT_LIB_SEARCH_ENDGAME_H_

#include "lib/chess/position.h"

namespace coherent::search {

// Centipawns for the side to move that drive the bare king into the nearest corner of the bishop's
// colour: `step_cp` for each file and rank it is away from there. 0 with any other material.
int MateCornerTerm(const chess::Position& position, int step_cp);

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_ENDGAME_H_
