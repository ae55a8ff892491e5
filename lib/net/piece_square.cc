#include "lib/net/piece_square.h"

#include <algorithm>

namespace coherent::net {
namespace {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

constexpr int kFullPhase = 24;
constexpr int kTempo = 12;
constexpr std::array<int, 6> kPhase = {0, 1, 1, 2, 4, 0};

struct Value {
  int middle, end;
};

// How far a square is from the rim, 0 ... 3 for file and rank each: 6 in the middle.
constexpr int Centrality(Square square) {
  return std::min(square.file(), 7 - square.file()) + std::min(square.rank(), 7 - square.rank());
}

// Own view: rank 0 is the back rank. Written as rules, not as sixty-four numbers: whatever is
// better than this, the net will learn.
constexpr Value PieceSquare(Kind kind, Square square) {
  const int rank = square.rank(), center = Centrality(square);
  const int central_file = std::min(square.file(), 7 - square.file());
  switch (kind) {
    case Kind::kPawn:
      return {82 + 5 * central_file * (rank > 1 ? 1 : 0) + 4 * (rank - 1) +
                  (rank == 1 && central_file == 3 ? -12 : 0),
              105 + 3 * (rank - 1) * (rank - 1)};
    case Kind::kKnight:
      return {310 + 9 * center - (rank == 0 ? 12 : 0), 290 + 8 * center};
    case Kind::kBishop:
      return {340 + 5 * center - (rank == 0 ? 14 : 0), 310 + 4 * center};
    case Kind::kRook:
      return {470 + 4 * central_file + (rank == 6 ? 20 : 0), 530 + (rank == 6 ? 10 : 0)};
    case Kind::kQueen:
      return {960 + 2 * center, 960 + 6 * center};
    case Kind::kKing:
      return {(rank == 0 ? 24 - 10 * central_file : -18 * rank), 12 * center};
  }
  return {0, 0};
}

using Table = std::array<std::array<Value, Square::kCount>, Piece::kCount>;

constexpr Table MakeTable() {
  Table table = {};
  for (const Color color : chess::kColors) {
    for (const Kind kind : chess::kKinds) {
      for (int i = 0; i < Square::kCount; ++i) {
        const Square square = Square::FromIndex(i);
        const Value own = PieceSquare(kind, square.For(color));
        const int sign = color == Color::kWhite ? 1 : -1;
        table[Piece(color, kind).index()][i] = {sign * own.middle, sign * own.end};
      }
    }
  }
  return table;
}

constexpr Table kTable = MakeTable();

}  // namespace

void PieceSquareEvaluator::Change(Piece piece, Square square, int sign) {
  const Value& value = kTable[piece.index()][square.index()];
  Sums& sums = sums_[top_];
  sums.middle += sign * value.middle;
  sums.end += sign * value.end;
  sums.phase += sign * kPhase[Index(piece.kind())];
}

void PieceSquareEvaluator::Reset(const chess::Position& position) {
  top_ = 0;
  sums_[0] = Sums();
  for (const Square square : position.occupied()) OnAdd(position.PieceAt(square), square);
}

int PieceSquareEvaluator::Evaluate(const chess::Position& position) const {
  const Sums& sums = sums_[top_];
  const int phase = std::min(sums.phase, kFullPhase);
  const int white = (sums.middle * phase + sums.end * (kFullPhase - phase)) / kFullPhase;
  return (position.side_to_move() == Color::kWhite ? white : -white) + kTempo;
}

}  // namespace coherent::net
