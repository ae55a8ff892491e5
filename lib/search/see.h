// Static exchange: what a move wins or loses if both sides go on taking on its destination.
#ifndef COHERENT_LIB_SEARCH_SEE_H_
#define COHERENT_LIB_SEARCH_SEE_H_

#include <array>

#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::search {

// Centipawns by kind; the king cannot be lost.
inline constexpr std::array<int, 6> kPieceValues = {110, 320, 330, 500, 900, 0};
constexpr int PieceValue(chess::Kind kind) { return kPieceValues[Index(kind)]; }

// What the move takes and gains by promotion at once, before any answer.
int ImmediateGain(const chess::Position& position, chess::Move move);

// Whether the exchange that the legal move begins wins at least `threshold` for its side, each side
// taking with its least valuable piece first and stopping when that is better. Pieces behind others
// on a line join in; pins do not matter; a king takes only what nobody guards any more.
bool SeeAtLeast(const chess::Position& position, chess::Move move, int threshold);

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_SEE_H_
