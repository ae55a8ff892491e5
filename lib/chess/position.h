// The board, and making a move on it. Positions are copied, never taken back: the caller keeps the
// one before. Specified by docs/decisions/0002-copy-make.md.
#ifndef COHERENT_LIB_CHESS_POSITION_H_
#define COHERENT_LIB_CHESS_POSITION_H_

#include <array>
#include <optional>
#include <type_traits>

#include "lib/base/int.h"
#include "lib/chess/attacks.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/observer.h"
#include "lib/chess/types.h"
#include "lib/chess/zobrist.h"

namespace coherent::chess {

// The two directions a king castles in; the wing is where the rook stands, whatever the files.
enum class Wing : u8 { kKingSide, kQueenSide };
inline constexpr Wing kWings[] = {Wing::kKingSide, Wing::kQueenSide};
constexpr int Index(Wing wing) { return static_cast<int>(wing); }

// Where king and rook stand after castling on `wing`.
constexpr Square CastledKing(Color color, Wing wing) {
  return Square(wing == Wing::kKingSide ? 6 : 2, color == Color::kWhite ? 0 : 7);
}
constexpr Square CastledRook(Color color, Wing wing) {
  return Square(wing == Wing::kKingSide ? 5 : 3, color == Color::kWhite ? 0 : 7);
}

// A set of the four castling rights.
class CastlingRights {
 public:
  constexpr bool Has(Color color, Wing wing) const { return (bits_ & Bit(color, wing)) != 0; }
  constexpr bool HasAny(Color color) const { return (bits_ >> (2 * Index(color)) & 3) != 0; }
  constexpr bool IsEmpty() const { return bits_ == 0; }
  constexpr void Add(Color color, Wing wing) { bits_ |= Bit(color, wing); }
  constexpr void Remove(Color color, Wing wing) { bits_ &= static_cast<u8>(~Bit(color, wing)); }
  constexpr void RemoveAll(Color color) { bits_ &= static_cast<u8>(~(3 << (2 * Index(color)))); }
  constexpr int bits() const { return bits_; }
  friend constexpr bool operator==(CastlingRights, CastlingRights) = default;

 private:
  static constexpr u8 Bit(Color color, Wing wing) {
    return static_cast<u8>(1 << (2 * Index(color) + Index(wing)));
  }
  u8 bits_ = 0;
};

// What a reader of positions knows before anything is derived from it. `Position::FromSetup` takes
// it as it is: lib/chess/validate.h says whether it is chess.
struct Setup {
  std::array<Piece, Square::kCount> board;
  Color side_to_move = Color::kWhite;
  CastlingRights castling;
  // Square of the rook of each right; meaningful only where the right is there.
  std::array<std::array<Square, 2>, 2> castling_rooks = {};
  // The square behind a pawn that has just moved two squares, as written in a FEN.
  std::optional<Square> en_passant;
  int halfmove_clock = 0;   // plies since the last capture or pawn move
  int fullmove_number = 1;  // from 1, counted up after Black's move
};

// A position in which the side not to move is not in check, one king a side. Cheap to copy.
class Position {
 public:
  // The start position.
  Position();
  // Derives keys, checkers and pins. An en-passant square is kept only if an en-passant capture is
  // legal: a phantom square never makes two equal positions differ.
  static Position FromSetup(const Setup& setup);
  Setup ToSetup() const;

  Color side_to_move() const { return side_to_move_; }
  Piece PieceAt(Square square) const { return board_[square.index()]; }
  Bitboard Pieces(Color color) const { return by_color_[Index(color)]; }
  Bitboard Pieces(Kind kind) const { return by_kind_[Index(kind)]; }
  Bitboard Pieces(Color color, Kind kind) const { return Pieces(color) & Pieces(kind); }
  Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  Square King(Color color) const { return Pieces(color, Kind::kKing).First(); }
  // Whether `color` has more than pawns and king.
  bool HasPieces(Color color) const {
    return (Pieces(color) & ~(Pieces(Kind::kPawn) | Pieces(Kind::kKing))).Any();
  }

  CastlingRights castling() const { return castling_; }
  Square CastlingRook(Color color, Wing wing) const {
    return castling_rooks_[Index(color)][Index(wing)];
  }
  // Set only where an en-passant capture is legal now.
  std::optional<Square> en_passant() const {
    if (!has_en_passant_) return std::nullopt;
    return en_passant_;
  }
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  // Pieces that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool InCheck() const { return checkers_.Any(); }
  // Own pieces of the side to move that may move only along the line to their king.
  Bitboard pinned() const { return pinned_; }

  // Equal for equal positions under the repetition rule: pieces, side, castling, legal en passant.
  u64 key() const { return key_; }
  u64 pawn_key() const { return pawn_key_; }
  // Placement of the pieces of one colour but its pawns.
  u64 piece_key(Color color) const { return piece_keys_[Index(color)]; }
  // Placement of knights and bishops, and of rooks and queens, each with both kings.
  u64 minor_key() const { return minor_key_; }
  u64 major_key() const { return major_key_; }
  // The key after `move`, but for castling rights and en passant: good enough for a prefetch.
  u64 KeyAfter(Move move) const;

  // Pieces of both colours that attack `square` if `occupied` were the board's occupancy.
  Bitboard AttackersTo(Square square, Bitboard occupied) const;
  bool IsAttacked(Square square, Color by, Bitboard occupied) const;
  // All squares attacked by `color`.
  Bitboard AttacksBy(Color color) const;
  // Whether the move, legal here, gives check.
  bool GivesCheck(Move move) const;

  Piece Moved(Move move) const { return PieceAt(move.from()); }
  // The kind the move takes, if any; en passant takes a pawn, castling nothing.
  std::optional<Kind> Captured(Move move) const {
    if (move.IsEnPassant()) return Kind::kPawn;
    const Piece piece = PieceAt(move.to());
    if (piece.IsNone() || move.IsCastling()) return std::nullopt;
    return piece.kind();
  }
  bool IsCapture(Move move) const {
    return !move.IsCastling() && (move.IsEnPassant() || !PieceAt(move.to()).IsNone());
  }
  // Neither capture nor promotion.
  bool IsQuiet(Move move) const { return !IsCapture(move) && !move.IsPromotion(); }

  // Whether `move`, from any source, is legal here: the test a table move has to pass. Equivalent
  // to being in the list of movegen.h, and much cheaper.
  bool IsLegal(Move move) const;

  // Plays a legal move. The observer sees the board change piece by piece.
  template <PositionObserver Observer>
  void Make(Move move, Observer& observer);
  void Make(Move move) {
    NullObserver observer;
    Make(move, observer);
  }
  // Passes the move to the other side. Not in check.
  void MakeNull();

  // Same placement, side, rights, en passant and counters.
  friend bool operator==(const Position& a, const Position& b);

 private:
  struct Uninitialized {};
  explicit Position(Uninitialized) {}

  // Board, bitboards and keys together; the derived rest is Refresh's.
  template <PositionObserver Observer>
  void Add(Piece piece, Square square, Observer& observer);
  template <PositionObserver Observer>
  void Remove(Square square, Observer& observer);
  template <PositionObserver Observer>
  void MoveCastling(Move move, Observer& observer);
  void XorKeys(Piece piece, Square square);

  void ForgetRights(Kind moved, Square from, Square to);
  void SetCastling(CastlingRights rights);
  // Keeps `square` as en-passant square if a capture there is legal for the side to move.
  void SetEnPassant(Square square);
  void ClearEnPassant();
  // Whether the pawn on `from` may take en passant on `square` without leaving its king in check.
  bool IsEnPassantLegal(Square from, Square square) const;
  bool IsCastlingLegal(Move move) const;
  bool IsPawnMoveLegal(Move move) const;
  void SwitchSide();
  // Checkers and pins of the side to move.
  void Refresh();

  std::array<Piece, Square::kCount> board_;
  std::array<Bitboard, 6> by_kind_;
  std::array<Bitboard, 2> by_color_;
  Bitboard checkers_;
  Bitboard pinned_;
  u64 key_ = 0;
  u64 pawn_key_ = 0;
  std::array<u64, 2> piece_keys_ = {};
  u64 minor_key_ = 0;
  u64 major_key_ = 0;
  u16 halfmove_clock_ = 0;
  u16 fullmove_number_ = 1;
  std::array<std::array<Square, 2>, 2> castling_rooks_ = {};
  CastlingRights castling_;
  Square en_passant_;
  bool has_en_passant_ = false;
  Color side_to_move_ = Color::kWhite;
};
static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 208);

inline void Position::XorKeys(Piece piece, Square square) {
  const u64 key = PieceKey(piece, square);
  key_ ^= key;
  switch (piece.kind()) {
    case Kind::kPawn:
      pawn_key_ ^= key;
      return;
    case Kind::kKnight:
    case Kind::kBishop:
      minor_key_ ^= key;
      break;
    case Kind::kRook:
    case Kind::kQueen:
      major_key_ ^= key;
      break;
    case Kind::kKing:
      minor_key_ ^= key;
      major_key_ ^= key;
      break;
  }
  piece_keys_[Index(piece.color())] ^= key;
}

template <PositionObserver Observer>
void Position::Add(Piece piece, Square square, Observer& observer) {
  board_[square.index()] = piece;
  by_color_[Index(piece.color())] ^= Bitboard(square);
  by_kind_[Index(piece.kind())] ^= Bitboard(square);
  XorKeys(piece, square);
  observer.OnAdd(piece, square);
}

template <PositionObserver Observer>
void Position::Remove(Square square, Observer& observer) {
  const Piece piece = board_[square.index()];
  board_[square.index()] = Piece::None();
  by_color_[Index(piece.color())] ^= Bitboard(square);
  by_kind_[Index(piece.kind())] ^= Bitboard(square);
  XorKeys(piece, square);
  observer.OnRemove(piece, square);
}

template <PositionObserver Observer>
void Position::MoveCastling(Move move, Observer& observer) {
  const Color us = side_to_move_;
  const Wing wing = move.to() > move.from() ? Wing::kKingSide : Wing::kQueenSide;
  // Both leave before either arrives: in Chess960 their squares may overlap.
  Remove(move.from(), observer);
  Remove(move.to(), observer);
  Add(Piece(us, Kind::kKing), CastledKing(us, wing), observer);
  Add(Piece(us, Kind::kRook), CastledRook(us, wing), observer);
}

template <PositionObserver Observer>
void Position::Make(Move move, Observer& observer) {
  const Color us = side_to_move_;
  const Square from = move.from(), to = move.to();
  const Piece piece = PieceAt(from);
  ++halfmove_clock_;
  fullmove_number_ = static_cast<u16>(fullmove_number_ + Index(us));
  if (has_en_passant_) ClearEnPassant();

  if (move.IsCastling()) {
    MoveCastling(move, observer);
  } else {
    if (!PieceAt(to).IsNone()) {
      Remove(to, observer);
      halfmove_clock_ = 0;
    } else if (move.IsEnPassant()) {
      Remove(Square(to.file(), from.rank()), observer);
    }
    Remove(from, observer);
    Add(move.IsPromotion() ? Piece(us, move.promotion()) : piece, to, observer);
  }
  if (!castling_.IsEmpty()) ForgetRights(piece.kind(), from, to);
  SwitchSide();
  if (piece.kind() == Kind::kPawn) {
    halfmove_clock_ = 0;
    if ((from.index() ^ to.index()) == 16)
      SetEnPassant(Square(to.file(), (from.rank() + to.rank()) / 2));
  }
  Refresh();
}

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_POSITION_H_
