// What the search learns about moves as it goes: one entry type, one named table a kind.
#ifndef COHERENT_LIB_SEARCH_HISTORY_H_
#define COHERENT_LIB_SEARCH_HISTORY_H_

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "lib/base/int.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::search {

// A number that moves towards what it is told and never leaves [-kLimit, kLimit].
template <int kLimit>
class HistoryEntry {
  static_assert(kLimit <= 32'767);

 public:
  int value() const { return value_; }
  // The nearer the limit, the smaller the step.
  void Update(int bonus) {
    const int step = std::clamp(bonus, -kLimit, kLimit);
    value_ = static_cast<i16>(value_ + step - value_ * std::abs(step) / kLimit);
  }

 private:
  i16 value_ = 0;
};

inline constexpr int kHistoryLimit = 16'384;
using MoveHistoryEntry = HistoryEntry<kHistoryLimit>;

// By the piece that moves and where to.
using PieceToTable = std::array<std::array<MoveHistoryEntry, 64>, chess::Piece::kCount>;

// Everything one search thread learns about moves. Lives for a game.
class Histories {
 public:
  static constexpr int kRootPlies = 4;
  static constexpr int kPawnSlots = 512;

  // All bits zero is an empty table; a temporary of this size would not fit every stack.
  void Clear() { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }
  // Near-root history belongs to one search.
  void ClearRoot() { root_ = {}; }

  // Of one colour: whether origin and destination are attacked, origin and destination.
  using QuietTable = std::array<std::array<std::array<MoveHistoryEntry, 4096>, 2>, 2>;

  // Quiet moves, by colour, whether origin and destination are attacked, origin and destination.
  MoveHistoryEntry& Quiet(chess::Color color, chess::Bitboard attacked, chess::Move move) {
    return quiet_[Index(color)][attacked.Contains(move.from()) ? 1 : 0]
                 [attacked.Contains(move.to()) ? 1 : 0][move.from_to()];
  }
  const QuietTable& QuietOf(chess::Color color) const { return quiet_[Index(color)]; }
  // Quiet moves within kRootPlies of the root.
  MoveHistoryEntry& Root(int ply, chess::Move move) { return root_[ply][move.from_to()]; }
  // Quiet moves, by pawn structure.
  MoveHistoryEntry& Pawn(u64 pawn_key, chess::Piece piece, chess::Square to) {
    return pawn_[pawn_key % kPawnSlots][piece.index()][to.index()];
  }
  const PieceToTable& PawnOf(u64 pawn_key) const { return pawn_[pawn_key % kPawnSlots]; }
  // Captures and promotions, by the kind taken; a plain promotion takes a "king".
  MoveHistoryEntry& Capture(chess::Piece piece, chess::Square to, chess::Kind captured) {
    return capture_[piece.index()][to.index()][Index(captured)];
  }
  // Answers to a move (or a move's own follow-ups), by that move's piece and destination.
  PieceToTable& FollowUp(chess::Piece piece, chess::Square to) {
    return follow_up_[piece.index()][to.index()];
  }
  // The quiet move that last refuted a move.
  chess::Move& CounterMove(chess::Piece piece, chess::Square to) {
    return counter_[piece.index()][to.index()];
  }

 private:
  template <class T>
  using ByPieceTo = std::array<std::array<T, 64>, chess::Piece::kCount>;

  std::array<QuietTable, 2> quiet_;
  std::array<std::array<MoveHistoryEntry, 4096>, kRootPlies> root_;
  std::array<PieceToTable, kPawnSlots> pawn_;
  ByPieceTo<std::array<MoveHistoryEntry, 6>> capture_;
  ByPieceTo<PieceToTable> follow_up_;
  ByPieceTo<chess::Move> counter_;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_HISTORY_H_
