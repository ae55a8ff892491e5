// What the net sees of a position: where the pieces stand. And one side's view of it.
#ifndef COHERENT_LIB_NET_BOARD_H_
#define COHERENT_LIB_NET_BOARD_H_

#include <array>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::net {

using chess::Bitboard;
using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

// A placement of pieces, both as a table of squares and as sets.
class Board {
 public:
  Board() = default;
  explicit Board(const chess::Position& position) {
    for (const Square square : position.occupied()) Add(position.PieceAt(square), square);
  }

  Piece PieceAt(Square square) const { return pieces_[square.index()]; }
  Bitboard Pieces(Color color) const { return by_color_[Index(color)]; }
  Bitboard Pieces(Kind kind) const { return by_kind_[Index(kind)]; }
  Bitboard Pieces(Piece piece) const { return Pieces(piece.color()) & Pieces(piece.kind()); }
  Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  Square King(Color color) const { return (Pieces(color) & Pieces(Kind::kKing)).First(); }

  // The square must be empty.
  void Add(Piece piece, Square square) {
    pieces_[square.index()] = piece;
    by_color_[Index(piece.color())] |= Bitboard(square);
    by_kind_[Index(piece.kind())] |= Bitboard(square);
  }
  // The piece must stand there.
  void Remove(Piece piece, Square square) {
    pieces_[square.index()] = Piece::None();
    by_color_[Index(piece.color())] ^= Bitboard(square);
    by_kind_[Index(piece.kind())] ^= Bitboard(square);
  }

  friend bool operator==(const Board&, const Board&) = default;

 private:
  std::array<Piece, Square::kCount> pieces_;
  std::array<Bitboard, 2> by_color_;
  std::array<Bitboard, 6> by_kind_;
};

// How one side sees the board: as if it were White, its king on files a to d.
class View {
 public:
  // `king` is where the king of `color` stands on the real board.
  constexpr View(Color color, Square king)
      : swap_(color == Color::kBlack),
        turn_((color == Color::kBlack ? 56 : 0) | (king.file() >= 4 ? 7 : 0)) {}
  View(Color color, const Board& board) : View(color, board.King(color)) {}

  constexpr bool mirrored() const { return (turn_ & 7) != 0; }
  constexpr Square Of(Square square) const { return Square::FromIndex(square.index() ^ turn_); }
  constexpr Piece Of(Piece piece) const {
    return swap_ ? Piece(!piece.color(), piece.kind()) : piece;
  }

  friend constexpr bool operator==(View, View) = default;

 private:
  bool swap_;
  int turn_;
};

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_BOARD_H_
