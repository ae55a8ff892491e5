#include "lib/net/threats.h"

#include "lib/base/check.h"
#include "lib/chess/attacks.h"

namespace coherent::net {
namespace {

bool MayStandOn(Piece piece, Square square) {
  return piece.kind() != Kind::kPawn || !internal::IsEdgeRank(square);
}

Bitboard Attacks(Piece piece, Square from, Bitboard occupied) {
  return piece.kind() == Kind::kPawn ? chess::PawnAttacks(piece.color(), from)
                                     : chess::PieceAttacks(piece.kind(), from, occupied);
}

// Calls `visit` for all possible pairs, in the order of their numbers.
template <class Visitor>
void ForEachPair(Visitor visit) {
  for (int attacker = 0; attacker < Piece::kCount; ++attacker) {
    for (const Square from : Bitboard::All()) {
      for (const Square to : EmptyBoardReach(Piece::FromIndex(attacker), from)) {
        for (int target = 0; target < Piece::kCount; ++target) {
          if (!MayStandOn(Piece::FromIndex(target), to)) continue;
          visit(ThreatPair{Piece::FromIndex(attacker), from, to, Piece::FromIndex(target)});
        }
      }
    }
  }
}

internal::ThreatNumbers MakeThreatNumbers() {
  internal::ThreatNumbers numbers = {};
  for (int i = 0; i < Piece::kCount; ++i) {
    const bool is_pawn = Piece::FromIndex(i).kind() == Kind::kPawn;
    numbers.target[0][i] = static_cast<u8>(is_pawn ? 0 : i < 6 ? i - 1 : i - 2);
    numbers.target[1][i] = static_cast<u8>(i);
  }
  int count = 0;
  for (int i = 0; i < Piece::kCount; ++i) {
    const Piece attacker = Piece::FromIndex(i);
    for (const Square from : Bitboard::All()) {
      const int first = count;
      numbers.first[i][from.index()] = static_cast<u32>(first);
      for (const Square to : EmptyBoardReach(attacker, from)) {
        numbers.offset[internal::ReachIndex(attacker)][from.index()][to.index()] =
            static_cast<u16>(count - first);
        count += internal::IsEdgeRank(to) ? Piece::kCount - 2 : Piece::kCount;
      }
    }
  }
  CHECK(count == kThreatRows);
  return numbers;
}

// The pairs of one attacker with targets among `squares`, which are occupied.
void AppendPairs(const Board& board, Square from, Bitboard squares, ThreatList& pairs) {
  const Piece attacker = board.PieceAt(from);
  for (const Square to : squares) pairs.push_back({attacker, from, to, board.PieceAt(to)});
}

// The pairs of the pieces on changed squares.
void AppendPairsFrom(const Board& board, Bitboard changed, ThreatList& pairs) {
  const Bitboard occupied = board.occupied();
  for (const Square from : changed& occupied) {
    AppendPairs(board, from, Attacks(board.PieceAt(from), from, occupied) & occupied, pairs);
  }
}

// Pawns, knights and kings that attack `square`.
Bitboard LeapersTo(const Board& board, Square square) {
  const auto pawns = [&](Color color) {
    return chess::PawnAttacks(!color, square) & board.Pieces(Piece(color, Kind::kPawn));
  };
  return pawns(Color::kWhite) | pawns(Color::kBlack) |
         (chess::KnightAttacks(square) & board.Pieces(Kind::kKnight)) |
         (chess::KingAttacks(square) & board.Pieces(Kind::kKing));
}

Bitboard SlidersTo(const Board& board, Square square) {
  const Bitboard queens = board.Pieces(Kind::kQueen), occupied = board.occupied();
  return (chess::RookAttacks(square, occupied) & (board.Pieces(Kind::kRook) | queens)) |
         (chess::BishopAttacks(square, occupied) & (board.Pieces(Kind::kBishop) | queens));
}

}  // namespace

namespace internal {

const ThreatNumbers kThreatNumbers = MakeThreatNumbers();

}  // namespace internal

Bitboard EmptyBoardReach(Piece piece, Square from) {
  if (!MayStandOn(piece, from)) return Bitboard();
  switch (piece.kind()) {
    // By arithmetic, not by tables: this runs before other files' tables are filled.
    case Kind::kBishop:
      return chess::BishopReach(from);
    case Kind::kRook:
      return chess::RookReach(from);
    case Kind::kQueen:
      return chess::BishopReach(from) | chess::RookReach(from);
    default:
      return Attacks(piece, from, Bitboard());
  }
}

const std::vector<ThreatPair>& AllThreatPairs() {
  static const auto& pairs = *new std::vector<ThreatPair>([] {
    std::vector<ThreatPair> all;
    all.reserve(kThreatRows);
    ForEachPair([&all](const ThreatPair& pair) { all.push_back(pair); });
    return all;
  }());
  return pairs;
}

std::optional<int> TwinOf(int row) {
  const ThreatPair& pair = AllThreatPairs()[row];
  if (!EmptyBoardReach(pair.target, pair.to).Contains(pair.from)) return std::nullopt;
  return ThreatRow({pair.target, pair.to, pair.from, pair.attacker});
}

std::vector<ThreatPair> ThreatPairs(const Board& board) {
  std::vector<ThreatPair> pairs;
  for (const Square from : board.occupied()) {
    const Piece attacker = board.PieceAt(from);
    for (const Square to : Attacks(attacker, from, board.occupied()) & board.occupied()) {
      pairs.push_back({attacker, from, to, board.PieceAt(to)});
    }
  }
  return pairs;
}

void FindThreatPairs(const Board& board, ThreatList& pairs) {
  AppendPairsFrom(board, board.occupied(), pairs);
}

void FindThreatChanges(const Board& before, const Board& after, Bitboard changed,
                       ThreatChanges& changes) {
  AppendPairsFrom(before, changed, changes.removed);
  AppendPairsFrom(after, changed, changes.added);
  // What stays where it is may meet another target. Only a slider that sees a changed square
  // before can see anything else after: behind a piece that stays it sees nothing either way.
  Bitboard sliders;
  for (const Square square : changed) {
    const Bitboard square_set(square);
    for (const Square from : LeapersTo(before, square) & ~changed) {
      AppendPairs(before, from, square_set & before.occupied(), changes.removed);
      AppendPairs(after, from, square_set & after.occupied(), changes.added);
    }
    sliders |= SlidersTo(before, square);
  }
  for (const Square from : sliders & ~changed) {
    const Piece slider = before.PieceAt(from);
    const Bitboard old_targets = Attacks(slider, from, before.occupied()) & before.occupied();
    const Bitboard new_targets = Attacks(slider, from, after.occupied()) & after.occupied();
    // A target that stays is no change, unless it is now another piece.
    const Bitboard same = old_targets & new_targets & ~changed;
    AppendPairs(before, from, old_targets & ~same, changes.removed);
    AppendPairs(after, from, new_targets & ~same, changes.added);
  }
}

std::vector<int> ThreatRows(const Board& board, Color color) {
  const View view(color, board);
  std::vector<int> rows;
  for (const ThreatPair& pair : ThreatPairs(board)) rows.push_back(ThreatRow(Of(view, pair)));
  return rows;
}

}  // namespace coherent::net
