#include "lib/search/see.h"

#include "lib/chess/attacks.h"
#include "lib/chess/bitboard.h"

namespace coherent::search {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::Kind;
using chess::Position;
using chess::Square;

// The exchange on one square, from the moment the first piece has arrived there.
class Exchange {
 public:
  Exchange(const Position& position, Square square, Bitboard occupied)
      : position_(position), square_(square), occupied_(occupied) {
    attackers_ = position.AttackersTo(square, occupied) & occupied;
    diagonal_ = position.Pieces(Kind::kBishop) | position.Pieces(Kind::kQueen);
    straight_ = position.Pieces(Kind::kRook) | position.Pieces(Kind::kQueen);
  }

  // The opponent of `mover` is to take. Whether `mover` still gets what it wants; `balance` is what
  // it would be short of that if its piece on the square were lost.
  bool Holds(Color mover, int balance) {
    Color side = !mover;
    bool mover_wins = true;
    while (true) {
      attackers_ &= occupied_;
      const Bitboard own = attackers_ & position_.Pieces(side);
      if (own.IsEmpty()) return mover_wins;
      const Kind kind = LeastValuable(own);
      if (kind == Kind::kKing) {
        // A king may take last, but not into a guarded square.
        const bool guarded = (attackers_ & position_.Pieces(!side)).Any();
        return guarded ? mover_wins : !mover_wins;
      }
      mover_wins = !mover_wins;
      // The side that has taken now stands to lose its piece in turn.
      balance = PieceValue(kind) - balance;
      if (balance < static_cast<int>(mover_wins)) return mover_wins;
      Take(own & position_.Pieces(kind), kind);
      side = !side;
    }
  }

 private:
  Kind LeastValuable(Bitboard own) const {
    for (const Kind kind : chess::kKinds) {
      if ((own & position_.Pieces(kind)).Any()) return kind;
    }
    return Kind::kKing;
  }

  // Removes one of `takers` and lets in what stood behind it.
  void Take(Bitboard takers, Kind kind) {
    occupied_ ^= Bitboard(takers.First());
    if (kind == Kind::kPawn || kind == Kind::kBishop || kind == Kind::kQueen) {
      attackers_ |= chess::BishopAttacks(square_, occupied_) & diagonal_;
    }
    if (kind == Kind::kRook || kind == Kind::kQueen) {
      attackers_ |= chess::RookAttacks(square_, occupied_) & straight_;
    }
  }

  const Position& position_;
  const Square square_;
  Bitboard occupied_;
  Bitboard attackers_;
  Bitboard diagonal_;
  Bitboard straight_;
};

}  // namespace

int ImmediateGain(const Position& position, chess::Move move) {
  const auto captured = position.Captured(move);
  const int taken = captured ? PieceValue(*captured) : 0;
  if (!move.IsPromotion()) return taken;
  return taken + PieceValue(move.promotion()) - PieceValue(Kind::kPawn);
}

bool SeeAtLeast(const Position& position, chess::Move move, int threshold) {
  if (move.IsCastling()) return threshold <= 0;
  int balance = ImmediateGain(position, move) - threshold;
  if (balance < 0) return false;
  const Kind kind = move.IsPromotion() ? move.promotion() : position.Moved(move).kind();
  balance = PieceValue(kind) - balance;
  if (balance <= 0) return true;  // even losing the piece for nothing is good enough
  const Square from = move.from(), to = move.to();
  Bitboard occupied = (position.occupied() ^ Bitboard(from)) | Bitboard(to);
  if (move.IsEnPassant()) occupied ^= Bitboard(Square(to.file(), from.rank()));
  return Exchange(position, to, occupied).Holds(position.side_to_move(), balance);
}

}  // namespace coherent::search
