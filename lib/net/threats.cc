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

std::vector<int> ThreatRows(const Board& board, Color color) {
  const View view(color, board);
  std::vector<int> rows;
  for (const ThreatPair& pair : ThreatPairs(board)) rows.push_back(ThreatRow(Of(view, pair)));
  return rows;
}

}  // namespace coherent::net
