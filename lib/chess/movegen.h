// All legal moves, by stage. One generator feeds either a list or a mere count; pins and checks are
// masks, so that only king moves and en passant need a look at attacks.
#ifndef COHERENT_LIB_CHESS_MOVEGEN_H_
#define COHERENT_LIB_CHESS_MOVEGEN_H_

#include "lib/base/static_vector.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::chess {

// No position our FEN rules accept has more than 218 legal moves.
inline constexpr int kMaxMoves = 256;
using MoveList = StaticVector<Move, kMaxMoves>;

// Captures and promotions, of every kind; in check, those among the evasions.
void AppendNoisyMoves(const Position& position, MoveList& moves);
// All others.
void AppendQuietMoves(const Position& position, MoveList& moves);

// Every legal move: king moves first, the rest in an order that is the same on every machine.
MoveList LegalMoves(const Position& position);

// LegalMoves(position).size(), without making the list.
int CountLegalMoves(const Position& position);

// Whether there is any: false in checkmate and stalemate.
bool HasLegalMove(const Position& position);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_MOVEGEN_H_
