// All that a search sees of evaluation: a net, or piece-square rules where there is none.
#ifndef COHERENT_LIB_NET_EVALUATOR_H_
#define COHERENT_LIB_NET_EVALUATOR_H_

#include <memory>
#include <optional>

#include "lib/chess/observer.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/net/kernels/kernels.h"
#include "lib/net/net_evaluator.h"
#include "lib/net/piece_square.h"
#include "lib/net/prepared.h"
#include "lib/net/value_cache.h"

namespace coherent::net {

// Follows a line of positions: Push before each move, which it observes, Pop to take it back. One
// a thread; large, keep it on the heap.
class Evaluator {
 public:
  static constexpr int kMaxMoves = PieceSquareEvaluator::kMaxMoves;
  static_assert(NetEvaluator::kMaxMoves == kMaxMoves);

  // Null: piece-square rules. Begins a line at the start position.
  void SetNetwork(std::shared_ptr<const PreparedNetwork> network,
                  const Kernels& kernels = ChosenKernels());
  bool has_network() const { return net_.has_value(); }
  // Whether the net's values are kept for positions that come again; at first they are not.
  void KeepValues(bool keep) { keeps_values_ = keep; }

  // Starts a line at `position`.
  void Reset(const chess::Position& position);
  void Push() { net_ ? net_->Push() : piece_square_.Push(); }
  void Pop() { net_ ? net_->Pop() : piece_square_.Pop(); }
  void OnAdd(chess::Piece piece, chess::Square square) {
    net_ ? net_->OnAdd(piece, square) : piece_square_.OnAdd(piece, square);
  }
  void OnRemove(chess::Piece piece, chess::Square square) {
    net_ ? net_->OnRemove(piece, square) : piece_square_.OnRemove(piece, square);
  }

  // The raw value in centipawns for the side to move of the last position of the line, which is
  // `position`.
  int Evaluate(const chess::Position& position);

  // For those who verify: the value kept for a position, and the value computed whatever is kept.
  std::optional<int> Kept(const chess::Position& position) const {
    return net_ && keeps_values_ ? values_.Find(position.key()) : std::nullopt;
  }
  int Compute(const chess::Position& position) {
    return net_ ? net_->Evaluate(position) : piece_square_.Evaluate(position);
  }

 private:
  PieceSquareEvaluator piece_square_;
  std::optional<NetEvaluator> net_;
  ValueCache values_;
  bool keeps_values_ = false;
};
static_assert(chess::PositionObserver<Evaluator>);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_EVALUATOR_H_
