// The nouns of chess as small strong types: no implicit conversions, one byte where one byte does.
#ifndef COHERENT_LIB_CHESS_TYPES_H_
#define COHERENT_LIB_CHESS_TYPES_H_

#include <compare>
#include <optional>
#include <string>

#include "lib/base/int.h"

namespace coherent::chess {

enum class Color : u8 { kWhite, kBlack };
inline constexpr Color kColors[] = {Color::kWhite, Color::kBlack};

constexpr Color operator!(Color color) { return static_cast<Color>(static_cast<u8>(color) ^ 1); }
constexpr int Index(Color color) { return static_cast<int>(color); }

// What a piece is, whoever owns it.
enum class Kind : u8 { kPawn, kKnight, kBishop, kRook, kQueen, kKing };
inline constexpr Kind kKinds[] = {Kind::kPawn, Kind::kKnight, Kind::kBishop,
                                  Kind::kRook, Kind::kQueen,  Kind::kKing};

constexpr int Index(Kind kind) { return static_cast<int>(kind); }

// A kind with its owner, or None for an empty square. Index: white 0 ... 5, black 6 ... 11,
// None 12.
class Piece {
 public:
  static constexpr int kCount = 12;

  constexpr Piece() = default;
  constexpr Piece(Color color, Kind kind)
      : index_(static_cast<u8>(6 * Index(color) + Index(kind))) {}
  static constexpr Piece None() { return Piece(); }
  static constexpr Piece FromIndex(int index) {
    Piece piece;
    piece.index_ = static_cast<u8>(index);
    return piece;
  }

  // The inverse of letter(), for pieces only.
  static constexpr std::optional<Piece> FromLetter(char letter) {
    for (int index = 0; index < kCount; ++index) {
      if (FromIndex(index).letter() == letter) return FromIndex(index);
    }
    return std::nullopt;
  }

  constexpr bool IsNone() const { return index_ == kCount; }
  constexpr int index() const { return index_; }
  // Both need a piece, not None.
  constexpr Color color() const { return index_ < 6 ? Color::kWhite : Color::kBlack; }
  constexpr Kind kind() const { return static_cast<Kind>(index_ < 6 ? index_ : index_ - 6); }
  // "PNBRQK" for White, "pnbrqk" for Black, '.' for None.
  constexpr char letter() const { return "PNBRQKpnbrqk."[index_]; }

  friend constexpr bool operator==(Piece, Piece) = default;

 private:
  u8 index_ = kCount;
};
static_assert(sizeof(Piece) == 1);

// A square: a1 = 0, b1 = 1, ..., h8 = 63.
class Square {
 public:
  static constexpr int kCount = 64;

  constexpr Square() = default;
  constexpr Square(int file, int rank) : index_(static_cast<u8>(8 * rank + file)) {}
  static constexpr Square FromIndex(int index) {
    Square square;
    square.index_ = static_cast<u8>(index);
    return square;
  }

  // 'a' to 'h' and '1' to '8'.
  static constexpr std::optional<Square> FromText(char file, char rank) {
    if (file < 'a' || file > 'h' || rank < '1' || rank > '8') return std::nullopt;
    return Square(file - 'a', rank - '1');
  }

  constexpr int index() const { return index_; }
  constexpr int file() const { return index_ & 7; }
  constexpr int rank() const { return index_ >> 3; }
  // The same square seen from the other side of the board: a1 <-> a8.
  constexpr Square Flipped() const { return FromIndex(index_ ^ 56); }
  // The same square in the mirror: a1 <-> h1.
  constexpr Square Mirrored() const { return FromIndex(index_ ^ 7); }
  // The rank as `color` counts it: 0 is its own back rank.
  constexpr int RankFor(Color color) const { return color == Color::kWhite ? rank() : 7 - rank(); }
  // The square as `color` sees it: Black's e8 is e1.
  constexpr Square For(Color color) const { return color == Color::kWhite ? *this : Flipped(); }
  std::string ToString() const {
    return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
  }

  friend constexpr auto operator<=>(Square, Square) = default;

 private:
  u8 index_ = 0;
};
static_assert(sizeof(Square) == 1);

enum class MoveType : u8 { kNormal, kPromotion, kEnPassant, kCastling };

// A move in 16 bits: from, to, type, promotion. Castling is "king takes own rook": `to` is the
// rook's square, in standard chess too, so that Chess960 needs no second form.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveType type = MoveType::kNormal)
      : bits_(static_cast<u16>(from.index() | to.index() << 6 | static_cast<int>(type) << 12)) {}
  static constexpr Move Promotion(Square from, Square to, Kind kind) {
    Move move(from, to, MoveType::kPromotion);
    move.bits_ |= static_cast<u16>((Index(kind) - Index(Kind::kKnight)) << 14);
    return move;
  }
  static constexpr Move None() { return Move(); }
  static constexpr Move FromBits(u16 bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  constexpr bool IsNone() const { return bits_ == 0; }
  constexpr Square from() const { return Square::FromIndex(bits_ & 63); }
  constexpr Square to() const { return Square::FromIndex(bits_ >> 6 & 63); }
  constexpr MoveType type() const { return static_cast<MoveType>(bits_ >> 12 & 3); }
  constexpr bool IsPromotion() const { return type() == MoveType::kPromotion; }
  constexpr bool IsCastling() const { return type() == MoveType::kCastling; }
  constexpr bool IsEnPassant() const { return type() == MoveType::kEnPassant; }
  // Only where IsPromotion().
  constexpr Kind promotion() const {
    return static_cast<Kind>((bits_ >> 14) + Index(Kind::kKnight));
  }
  constexpr u16 bits() const { return bits_; }
  // Squares of origin and destination as one number below 4,096, for tables.
  constexpr int from_to() const { return bits_ & 4095; }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  u16 bits_ = 0;  // a1 to a1: never a move
};
static_assert(sizeof(Move) == 2);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_TYPES_H_
