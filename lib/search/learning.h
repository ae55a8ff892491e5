// How the histories change when a node is done.
#ifndef COHERENT_LIB_SEARCH_LEARNING_H_
#define COHERENT_LIB_SEARCH_LEARNING_H_

#include <array>

#include "lib/base/static_vector.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/search/history.h"
#include "lib/search/move_picker.h"
#include "lib/search/params.h"
#include "lib/search/stack.h"

namespace coherent::search {

// Moves of a node that were searched and were not the best.
using TriedMoves = StaticVector<chess::Move, 64>;

// What a move earns, or loses, that much depth above the horizon.
int Bonus(int depth, const SearchParams& params);
int Malus(int depth, const SearchParams& params);

// Every table that knows a quiet move, by `bonus`, negative for a failure.
void UpdateQuiet(const chess::Position& position, chess::Move move, int bonus,
                 const OrderingContext& context, const SearchParams& params);
// The tables of the moves before it only.
void UpdateFollowUps(const std::array<PieceToTable*, 3>& follow_ups, chess::Piece piece,
                     chess::Square to, int bonus, const SearchParams& params);

// `best` raised alpha or beat beta; `tried` moves did not. `here` is the node's ply.
void LearnFromCut(const chess::Position& position, chess::Move best, int depth, Ply& here,
                  const OrderingContext& context, const TriedMoves& quiets,
                  const TriedMoves& captures, const SearchParams& params);

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_LEARNING_H_
