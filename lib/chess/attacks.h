// Which squares a piece attacks. Sliders by "fancy" magic tables, or by PEXT where the compiler may
// use it: the same table, another way to its index. The slow twins walk the rays.
#ifndef COHERENT_LIB_CHESS_ATTACKS_H_
#define COHERENT_LIB_CHESS_ATTACKS_H_

#include <array>

#include "lib/base/int.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/types.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace coherent::chess {

// The slow twins: step by step until the board ends or a piece stands in the way (and is included).
Bitboard RookAttacksByRays(Square from, Bitboard occupied);
Bitboard BishopAttacksByRays(Square from, Bitboard occupied);

namespace internal {

struct LeaperTables {
  std::array<std::array<Bitboard, 64>, 2> pawn;
  std::array<Bitboard, 64> knight;
  std::array<Bitboard, 64> king;
  std::array<Bitboard, 64> diagonal;       // a1-h8 and its parallels
  std::array<Bitboard, 64> anti_diagonal;  // a8-h1 and its parallels
};

constexpr LeaperTables MakeLeaperTables() {
  LeaperTables tables;
  for (int i = 0; i < 64; ++i) {
    const Bitboard b(Square::FromIndex(i));
    const Bitboard east = b.East(), west = b.West();
    const Bitboard row = east | west;
    tables.pawn[0][i] = row.Shifted(8);
    tables.pawn[1][i] = row.Shifted(-8);
    tables.king[i] = row | (row | b).Shifted(8) | (row | b).Shifted(-8);
    const Bitboard far = east.East() | west.West();
    for (int j = 0; j < 64; ++j) {
      const Square a = Square::FromIndex(i), other = Square::FromIndex(j);
      if (a.file() - a.rank() == other.file() - other.rank()) {
        tables.diagonal[i] |= Bitboard(other);
      }
      if (a.file() + a.rank() == other.file() + other.rank()) {
        tables.anti_diagonal[i] |= Bitboard(other);
      }
    }
    tables.knight[i] = row.Shifted(16) | row.Shifted(-16) | far.Shifted(8) | far.Shifted(-8);
  }
  return tables;
}

inline constexpr LeaperTables kLeapers = MakeLeaperTables();

// One square's part of the shared slider table.
struct SliderEntry {
  u64 mask;    // squares whose occupancy matters
  u64 magic;   // unused with PEXT
  u32 offset;  // first element in the table
  u32 shift;   // 64 - bits of the mask
};

struct SliderTables {
  std::array<SliderEntry, 64> rook;
  std::array<SliderEntry, 64> bishop;
  std::array<Bitboard, 102'400 + 5'248> attacks;
};
extern const SliderTables kSliders;

inline Bitboard SliderAttacks(const SliderEntry& entry, Bitboard occupied) {
#ifdef __BMI2__
  const u64 index = _pext_u64(occupied.bits(), entry.mask);
#else
  const u64 index = ((occupied.bits() & entry.mask) * entry.magic) >> entry.shift;
#endif
  return kSliders.attacks[entry.offset + index];
}

struct LineTables {
  std::array<std::array<Bitboard, 64>, 64> between;
  std::array<std::array<Bitboard, 64>, 64> line;
};
extern const LineTables kLines;

}  // namespace internal

// The capture squares of a pawn of `color`.
inline Bitboard PawnAttacks(Color color, Square from) {
  return internal::kLeapers.pawn[Index(color)][from.index()];
}
inline Bitboard KnightAttacks(Square from) { return internal::kLeapers.knight[from.index()]; }
inline Bitboard KingAttacks(Square from) { return internal::kLeapers.king[from.index()]; }
inline Bitboard RookAttacks(Square from, Bitboard occupied) {
  return internal::SliderAttacks(internal::kSliders.rook[from.index()], occupied);
}
inline Bitboard BishopAttacks(Square from, Bitboard occupied) {
  return internal::SliderAttacks(internal::kSliders.bishop[from.index()], occupied);
}
inline Bitboard QueenAttacks(Square from, Bitboard occupied) {
  return RookAttacks(from, occupied) | BishopAttacks(from, occupied);
}

// The whole diagonal through a square, in the direction a1-h8 and a8-h1.
inline Bitboard Diagonal(Square square) { return internal::kLeapers.diagonal[square.index()]; }
inline Bitboard AntiDiagonal(Square square) {
  return internal::kLeapers.anti_diagonal[square.index()];
}
// What a slider attacks on an empty board.
inline Bitboard RookReach(Square from) {
  return Bitboard::File(from.file()) ^ Bitboard::Rank(from.rank());
}
inline Bitboard BishopReach(Square from) { return Diagonal(from) ^ AntiDiagonal(from); }

// Any piece but a pawn.
inline Bitboard PieceAttacks(Kind kind, Square from, Bitboard occupied) {
  switch (kind) {
    case Kind::kKnight:
      return KnightAttacks(from);
    case Kind::kBishop:
      return BishopAttacks(from, occupied);
    case Kind::kRook:
      return RookAttacks(from, occupied);
    case Kind::kQueen:
      return QueenAttacks(from, occupied);
    default:
      return KingAttacks(from);
  }
}

// All capture squares of a set of pawns of `color`.
constexpr Bitboard PawnAttacks(Color color, Bitboard pawns) {
  return pawns.East().Forward(color) | pawns.West().Forward(color);
}

// The squares strictly between two squares on one rank, file or diagonal; empty otherwise.
inline Bitboard Between(Square a, Square b) {
  return internal::kLines.between[a.index()][b.index()];
}
// The whole line through two different squares, both included; empty if they share none.
inline Bitboard Line(Square a, Square b) { return internal::kLines.line[a.index()][b.index()]; }

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_ATTACKS_H_
