// Who wants to know what a move does to the board: the contract, and the observer that does not
// care.
#ifndef COHERENT_LIB_CHESS_OBSERVER_H_
#define COHERENT_LIB_CHESS_OBSERVER_H_

#include "lib/chess/types.h"

namespace coherent::chess {

// Position::Make reports every change of one move, removals before the addition on a square.
template <class T>
concept PositionObserver = requires(T observer, Piece piece, Square square) {
  observer.OnAdd(piece, square);
  observer.OnRemove(piece, square);
};

struct NullObserver {
  void OnAdd(Piece, Square) {}
  void OnRemove(Piece, Square) {}
};
static_assert(PositionObserver<NullObserver>);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_OBSERVER_H_
