// What the search remembers about each ply of the line it is on.
#ifndef COHERENT_LIB_SEARCH_STACK_H_
#define COHERENT_LIB_SEARCH_STACK_H_

#include <array>

#include "lib/chess/types.h"
#include "lib/search/correction.h"
#include "lib/search/history.h"
#include "lib/search/score.h"

namespace coherent::search {

struct Ply {
  chess::Move move = {};              // played from here; None for a null move
  chess::Move excluded = {};          // left out by a singular extension
  LastMove played = {};               // `move` as tables see it
  PieceToTable* follow_up = nullptr;  // answers to `move`
  int eval = kNoScore;                // corrected; kNoScore in check
  std::array<chess::Move, 2> killers = {};
  int reduction = 0;              // of the move's first search, in plies
  int fail_highs = 0;             // of the node's children
  int double_extensions = 0;      // on the way here
  chess::Bitboard attacked = {};  // by the other side, before `move`
  bool in_check = false;
  bool is_quiet = false;  // `move`
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_STACK_H_
