#include "lib/chess/position.h"

#include <cstdlib>

namespace coherent::chess {
namespace {

// What stands behind a right: the key part of a set of them.
u64 CastlingKey(CastlingRights rights) { return kZobrist.castling[rights.bits()]; }

Setup StartSetup() {
  constexpr Kind kBackRank[] = {Kind::kRook, Kind::kKnight, Kind::kBishop, Kind::kQueen,
                                Kind::kKing, Kind::kBishop, Kind::kKnight, Kind::kRook};
  Setup setup;
  for (const Color color : kColors) {
    const int back = color == Color::kWhite ? 0 : 7;
    const int pawns = color == Color::kWhite ? 1 : 6;
    for (int file = 0; file < 8; ++file) {
      setup.board[Square(file, back).index()] = Piece(color, kBackRank[file]);
      setup.board[Square(file, pawns).index()] = Piece(color, Kind::kPawn);
    }
    for (const Wing wing : kWings) {
      setup.castling.Add(color, wing);
      setup.castling_rooks[Index(color)][Index(wing)] =
          Square(wing == Wing::kKingSide ? 7 : 0, back);
    }
  }
  return setup;
}

}  // namespace

Position::Position() {
  static const Position start = FromSetup(StartSetup());
  *this = start;
}

Position Position::FromSetup(const Setup& setup) {
  Position position{Uninitialized{}};
  NullObserver observer;
  for (int i = 0; i < Square::kCount; ++i) {
    if (!setup.board[i].IsNone()) position.Add(setup.board[i], Square::FromIndex(i), observer);
  }
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (setup.castling.Has(color, wing)) {
        position.castling_rooks_[Index(color)][Index(wing)] =
            setup.castling_rooks[Index(color)][Index(wing)];
      }
    }
  }
  position.SetCastling(setup.castling);
  position.halfmove_clock_ = static_cast<u16>(setup.halfmove_clock);
  position.fullmove_number_ = static_cast<u16>(setup.fullmove_number);
  if (setup.side_to_move == Color::kBlack) position.SwitchSide();
  if (setup.en_passant) position.SetEnPassant(*setup.en_passant);
  position.Refresh();
  return position;
}

Setup Position::ToSetup() const {
  Setup setup;
  setup.board = board_;
  setup.side_to_move = side_to_move_;
  setup.castling = castling_;
  setup.castling_rooks = castling_rooks_;
  setup.en_passant = en_passant();
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove_number = fullmove_number_;
  return setup;
}

u64 Position::KeyAfter(Move move) const {
  const Piece piece = PieceAt(move.from());
  const Piece captured = PieceAt(move.to());
  u64 key =
      key_ ^ kZobrist.black_to_move ^ PieceKey(piece, move.from()) ^ PieceKey(piece, move.to());
  if (!captured.IsNone()) key ^= PieceKey(captured, move.to());
  return key;
}

Bitboard Position::AttackersTo(Square square, Bitboard occupied) const {
  const Bitboard queens = Pieces(Kind::kQueen);
  return (PawnAttacks(Color::kBlack, square) & Pieces(Color::kWhite, Kind::kPawn)) |
         (PawnAttacks(Color::kWhite, square) & Pieces(Color::kBlack, Kind::kPawn)) |
         (KnightAttacks(square) & Pieces(Kind::kKnight)) |
         (KingAttacks(square) & Pieces(Kind::kKing)) |
         (BishopAttacks(square, occupied) & (Pieces(Kind::kBishop) | queens)) |
         (RookAttacks(square, occupied) & (Pieces(Kind::kRook) | queens));
}

bool Position::IsAttacked(Square square, Color by, Bitboard occupied) const {
  const Bitboard queens = Pieces(Kind::kQueen);
  const Bitboard leapers = (PawnAttacks(!by, square) & Pieces(Kind::kPawn)) |
                           (KnightAttacks(square) & Pieces(Kind::kKnight)) |
                           (KingAttacks(square) & Pieces(Kind::kKing));
  if ((leapers & Pieces(by)).Any()) return true;
  const Bitboard diagonal = (Pieces(Kind::kBishop) | queens) & Pieces(by);
  if ((BishopAttacks(square, occupied) & diagonal).Any()) return true;
  const Bitboard straight = (Pieces(Kind::kRook) | queens) & Pieces(by);
  return (RookAttacks(square, occupied) & straight).Any();
}

Bitboard Position::AttacksBy(Color color) const {
  const Bitboard all = occupied();
  Bitboard attacks = PawnAttacks(color, Pieces(color, Kind::kPawn)) | KingAttacks(King(color));
  for (const Square from : Pieces(color, Kind::kKnight)) attacks |= KnightAttacks(from);
  const Bitboard queens = Pieces(Kind::kQueen);
  for (const Square from : (Pieces(Kind::kBishop) | queens) & Pieces(color)) {
    attacks |= BishopAttacks(from, all);
  }
  for (const Square from : (Pieces(Kind::kRook) | queens) & Pieces(color)) {
    attacks |= RookAttacks(from, all);
  }
  return attacks;
}

bool Position::GivesCheck(Move move) const {
  const Color us = side_to_move_;
  const Square king = King(!us);
  const Square from = move.from(), to = move.to();
  Bitboard all = occupied() ^ Bitboard(from);
  Bitboard straight = (Pieces(Kind::kRook) | Pieces(Kind::kQueen)) & Pieces(us);
  Bitboard diagonal = (Pieces(Kind::kBishop) | Pieces(Kind::kQueen)) & Pieces(us);
  if (move.IsCastling()) {
    const Wing wing = to > from ? Wing::kKingSide : Wing::kQueenSide;
    const Bitboard rook(CastledRook(us, wing));
    all = (all ^ Bitboard(to)) | Bitboard(CastledKing(us, wing)) | rook;
    straight = (straight ^ Bitboard(to)) | rook;
    return (RookAttacks(king, all) & straight).Any() || (BishopAttacks(king, all) & diagonal).Any();
  }
  all |= Bitboard(to);
  if (move.IsEnPassant()) all ^= Bitboard(Square(to.file(), from.rank()));
  const Kind kind = move.IsPromotion() ? move.promotion() : PieceAt(from).kind();
  if (kind == Kind::kPawn) {
    if (PawnAttacks(us, to).Contains(king)) return true;
  } else if (PieceAttacks(kind, to, all).Contains(king)) {
    return true;
  }
  // A line opened by leaving `from`, or by a pawn taken en passant.
  straight &= ~Bitboard(from);
  diagonal &= ~Bitboard(from);
  return (RookAttacks(king, all) & straight).Any() || (BishopAttacks(king, all) & diagonal).Any();
}

void Position::ForgetRights(Kind moved, Square from, Square to) {
  CastlingRights rights = castling_;
  if (moved == Kind::kKing) rights.RemoveAll(side_to_move_);
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      const Square rook = castling_rooks_[Index(color)][Index(wing)];
      if (rights.Has(color, wing) && (rook == from || rook == to)) rights.Remove(color, wing);
    }
  }
  if (rights != castling_) SetCastling(rights);
}

void Position::SetCastling(CastlingRights rights) {
  key_ ^= CastlingKey(castling_) ^ CastlingKey(rights);
  castling_ = rights;
}

void Position::SetEnPassant(Square square) {
  const Color us = side_to_move_;
  for (const Square from : PawnAttacks(!us, square) & Pieces(us, Kind::kPawn)) {
    if (IsEnPassantLegal(from, square)) {
      en_passant_ = square;
      has_en_passant_ = true;
      key_ ^= kZobrist.en_passant[square.file()];
      return;
    }
  }
}

void Position::ClearEnPassant() {
  has_en_passant_ = false;
  key_ ^= kZobrist.en_passant[en_passant_.file()];
}

bool Position::IsEnPassantLegal(Square from, Square square) const {
  const Color us = side_to_move_;
  const Square captured(square.file(), from.rank());
  if (PieceAt(captured) != Piece(!us, Kind::kPawn) || !PieceAt(square).IsNone()) return false;
  const Bitboard all = (occupied() ^ Bitboard(from) ^ Bitboard(captured)) | Bitboard(square);
  const Bitboard attackers = AttackersTo(King(us), all) & Pieces(!us) & ~Bitboard(captured);
  return attackers.IsEmpty();
}

bool Position::IsCastlingLegal(Move move) const {
  const Color us = side_to_move_;
  const Square king = King(us);
  if (InCheck() || move.from() != king) return false;
  const Wing wing = move.to() > king ? Wing::kKingSide : Wing::kQueenSide;
  if (!castling_.Has(us, wing) || CastlingRook(us, wing) != move.to()) return false;
  const Square king_to = CastledKing(us, wing), rook_to = CastledRook(us, wing);
  const Bitboard others = occupied() ^ Bitboard(king) ^ Bitboard(move.to());
  const Bitboard king_path = Between(king, king_to) | Bitboard(king_to);
  const Bitboard rook_path = Between(move.to(), rook_to) | Bitboard(rook_to);
  if (((king_path | rook_path) & others).Any()) return false;
  for (const Square square : king_path) {
    if (IsAttacked(square, !us, others | Bitboard(rook_to))) return false;
  }
  return true;
}

bool Position::IsPawnMoveLegal(Move move) const {
  const Color us = side_to_move_;
  const Square from = move.from(), to = move.to();
  const bool reaches_last = to.RankFor(us) == 7;
  if (reaches_last != move.IsPromotion()) return false;
  if (PawnAttacks(us, from).Contains(to)) return Pieces(!us).Contains(to);
  const Bitboard empty = ~occupied();
  const Bitboard one = Bitboard(from).Forward(us) & empty;
  if (one.Contains(to)) return true;
  return from.RankFor(us) == 1 && (one.Forward(us) & empty).Contains(to);
}

bool Position::IsLegal(Move move) const {
  const Color us = side_to_move_;
  const Square from = move.from(), to = move.to();
  const Piece piece = PieceAt(from);
  if (piece.IsNone() || piece.color() != us) return false;
  // Bits that no move of this type carries would make two words of one move.
  if (!move.IsPromotion() && (move.bits() >> 14) != 0) return false;
  if (move.IsCastling()) return IsCastlingLegal(move);
  if (Pieces(us).Contains(to)) return false;
  if (move.IsEnPassant()) {
    return piece.kind() == Kind::kPawn && has_en_passant_ && to == en_passant_ &&
           PawnAttacks(us, from).Contains(to) && IsEnPassantLegal(from, to);
  }
  if (piece.kind() == Kind::kPawn) {
    if (!IsPawnMoveLegal(move)) return false;
  } else if (move.IsPromotion() || !PieceAttacks(piece.kind(), from, occupied()).Contains(to)) {
    return false;
  }
  if (piece.kind() == Kind::kKing) return !IsAttacked(to, !us, occupied() ^ Bitboard(from));
  const Square king = King(us);
  if (pinned_.Contains(from) && !Line(king, from).Contains(to)) return false;
  if (checkers_.IsEmpty()) return true;
  if (checkers_.HasMoreThanOne()) return false;
  return (checkers_ | Between(king, checkers_.First())).Contains(to);
}

void Position::MakeNull() {
  ++halfmove_clock_;
  fullmove_number_ = static_cast<u16>(fullmove_number_ + Index(side_to_move_));
  if (has_en_passant_) ClearEnPassant();
  SwitchSide();
  Refresh();
}

void Position::SwitchSide() {
  side_to_move_ = !side_to_move_;
  key_ ^= kZobrist.black_to_move;
}

void Position::Refresh() {
  const Color us = side_to_move_;
  const Square king = King(us);
  const Bitboard theirs = Pieces(!us), all = occupied(), queens = Pieces(Kind::kQueen);
  checkers_ = ((PawnAttacks(us, king) & Pieces(Kind::kPawn)) |
               (KnightAttacks(king) & Pieces(Kind::kKnight))) &
              theirs;
  pinned_ = Bitboard();
  const Bitboard snipers = ((RookReach(king) & (Pieces(Kind::kRook) | queens)) |
                            (BishopReach(king) & (Pieces(Kind::kBishop) | queens))) &
                           theirs;
  for (const Square sniper : snipers) {
    const Bitboard blockers = Between(king, sniper) & all;
    if (blockers.IsEmpty()) {
      checkers_ |= Bitboard(sniper);
    } else if (!blockers.HasMoreThanOne()) {
      pinned_ |= blockers & Pieces(us);
    }
  }
}

bool operator==(const Position& a, const Position& b) {
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (a.castling_.Has(color, wing) &&
          a.CastlingRook(color, wing) != b.CastlingRook(color, wing))
        return false;
    }
  }
  return a.board_ == b.board_ && a.side_to_move_ == b.side_to_move_ && a.castling_ == b.castling_ &&
         a.key_ == b.key_ && a.en_passant() == b.en_passant() &&
         a.halfmove_clock_ == b.halfmove_clock_ && a.fullmove_number_ == b.fullmove_number_;
}

}  // namespace coherent::chess
