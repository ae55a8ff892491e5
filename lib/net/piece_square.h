// Material and piece-square rules, tapered by what is left on the board: they play the games that
// the first net is trained on.
#ifndef COHERENT_LIB_NET_PIECE_SQUARE_H_
#define COHERENT_LIB_NET_PIECE_SQUARE_H_

#include <array>

#include "lib/base/int.h"
#include "lib/chess/observer.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::net {

// Follows a line of positions: Push before each move, which it observes, Pop after it. One a
// thread.
class PieceSquareEvaluator {
 public:
  static constexpr int kMaxMoves = 256;

  PieceSquareEvaluator() { Reset(chess::Position()); }
  // Starts a line at `position`.
  void Reset(const chess::Position& position);
  void Push() {
    sums_[top_ + 1] = sums_[top_];
    ++top_;
  }
  void Pop() { --top_; }
  void OnAdd(chess::Piece piece, chess::Square square) { Change(piece, square, 1); }
  void OnRemove(chess::Piece piece, chess::Square square) { Change(piece, square, -1); }

  // Centipawns for the side to move of the last position of the line, which is `position`.
  int Evaluate(const chess::Position& position) const;

 private:
  struct Sums {
    int middle = 0;  // White's view
    int end = 0;
    int phase = 0;  // 24 with all pieces on the board
  };
  void Change(chess::Piece piece, chess::Square square, int sign);

  std::array<Sums, kMaxMoves + 1> sums_;
  int top_ = 0;
};
static_assert(chess::PositionObserver<PieceSquareEvaluator>);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_PIECE_SQUARE_H_
