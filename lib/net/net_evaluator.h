// The value of a position by a net, for a search that goes from move to move.
#ifndef COHERENT_LIB_NET_NET_EVALUATOR_H_
#define COHERENT_LIB_NET_NET_EVALUATOR_H_

#include <memory>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/chess/observer.h"
#include "lib/chess/position.h"
#include "lib/net/accumulator.h"
#include "lib/net/kernels/kernels.h"
#include "lib/net/prepared.h"

namespace coherent::net {

// Follows a line of positions: Push before each move, which it observes, Pop to take it back. One
// a thread.
class NetEvaluator {
 public:
  static constexpr int kMaxMoves = 256;

  explicit NetEvaluator(std::shared_ptr<const PreparedNetwork> network,
                        const Kernels& kernels = ChosenKernels());

  // Starts a line at `position`.
  void Reset(const chess::Position& position) { accumulator_.Reset(Board(position)); }
  void Push() { accumulator_.Push(); }
  void Pop() { accumulator_.Pop(); }
  void OnAdd(Piece piece, Square square) { accumulator_.OnAdd(piece, square); }
  void OnRemove(Piece piece, Square square) { accumulator_.OnRemove(piece, square); }

  // The raw value in centipawns for the side to move of the last position of the line, which is
  // `position`.
  int Evaluate(const chess::Position& position);

 private:
  void ActivateBoth(Color side_to_move);
  // Where 16 bits are not proved to be enough: all rows from scratch, in 32.
  void ActivateWide(const Board& board, Color side_to_move);
  int OutputOfActivations();

  std::shared_ptr<const PreparedNetwork> network_;
  const Kernels& kernels_;
  Accumulator accumulator_;
  HugeArray<i16> activations_;  // the side to move's, then the other's
};
static_assert(chess::PositionObserver<NetEvaluator>);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_NET_EVALUATOR_H_
