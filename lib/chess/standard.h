// What sets standard chess apart from Chess960.
#ifndef COHERENT_LIB_CHESS_STANDARD_H_
#define COHERENT_LIB_CHESS_STANDARD_H_

#include "lib/chess/position.h"

namespace coherent::chess {

// Whether every castling right is one of a king on e and a rook in the corner: what an engine knows
// without UCI_Chess960.
bool CastlesAsInStandardChess(const Position& position);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_STANDARD_H_
