#include "lib/chess/movegen.h"

namespace coherent::chess {
namespace {

enum class Stage { kNoisy, kQuiet, kAll };

// A sink that writes moves down.
class ListSink {
 public:
  explicit ListSink(MoveList& moves) : moves_(moves) {}

  void FromSquare(Square from, Bitboard targets) {
    for (const Square to : targets) moves_.push_back(Move(from, to));
  }
  // Pawns that arrive on `targets` from `offset` indices away.
  void Pawns(Bitboard targets, int offset) {
    for (const Square to : targets) {
      moves_.push_back(Move(Square::FromIndex(to.index() - offset), to));
    }
  }
  void Promotions(Bitboard targets, int offset) {
    for (const Square to : targets) {
      const Square from = Square::FromIndex(to.index() - offset);
      for (const Kind kind : {Kind::kQueen, Kind::kKnight, Kind::kRook, Kind::kBishop}) {
        moves_.push_back(Move::Promotion(from, to, kind));
      }
    }
  }
  void One(Move move) { moves_.push_back(move); }

 private:
  MoveList& moves_;
};

// A sink that only counts.
class CountSink {
 public:
  void FromSquare(Square, Bitboard targets) { count_ += targets.Count(); }
  void Pawns(Bitboard targets, int) { count_ += targets.Count(); }
  void Promotions(Bitboard targets, int) { count_ += 4 * targets.Count(); }
  void One(Move) { ++count_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

template <Color kUs, Stage kStage, class Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : position_(position), sink_(sink), king_(position.King(kUs)), all_(position.occupied()) {}

  void Run() {
    const Bitboard checkers = position_.checkers();
    KingMoves();
    if (checkers.HasMoreThanOne()) return;
    if (checkers.Any()) {
      // A piece must take the checker or step in between.
      const Bitboard targets = checkers | Between(king_, checkers.First());
      PieceMoves(targets);
      PawnMoves(targets);
    } else {
      PieceMoves(Bitboard::All());
      PawnMoves(Bitboard::All());
      if constexpr (kStage != Stage::kNoisy) CastlingMoves();
    }
    if constexpr (kStage != Stage::kQuiet) EnPassantMoves();
  }

 private:
  static constexpr Color kThem = !kUs;
  static constexpr int kUp = kUs == Color::kWhite ? 8 : -8;

  Bitboard Own(Kind kind) const { return position_.Pieces(kUs, kind); }

  // The destinations of this stage, but for promotions, which are noisy wherever they go.
  Bitboard StageTargets() const {
    if constexpr (kStage == Stage::kNoisy) return position_.Pieces(kThem);
    if constexpr (kStage == Stage::kQuiet) return ~all_;
    return ~position_.Pieces(kUs);
  }

  void KingMoves() {
    const Bitboard without_king = all_ ^ Bitboard(king_);
    Bitboard targets;
    for (const Square to : KingAttacks(king_) & StageTargets()) {
      if (!position_.IsAttacked(to, kThem, without_king)) targets |= Bitboard(to);
    }
    sink_.FromSquare(king_, targets);
  }

  void CastlingMoves() {
    if (!position_.castling().HasAny(kUs)) return;
    for (const Wing wing : kWings) {
      const Move move(king_, position_.CastlingRook(kUs, wing), MoveType::kCastling);
      if (position_.castling().Has(kUs, wing) && position_.IsLegal(move)) sink_.One(move);
    }
  }

  void PieceMoves(Bitboard check_targets) {
    const Bitboard targets = check_targets & StageTargets();
    const Bitboard pinned = position_.pinned();
    // A pinned knight never moves.
    for (const Square from : Own(Kind::kKnight) & ~pinned) {
      sink_.FromSquare(from, KnightAttacks(from) & targets);
    }
    const Bitboard diagonal = Own(Kind::kBishop) | Own(Kind::kQueen);
    const Bitboard straight = Own(Kind::kRook) | Own(Kind::kQueen);
    for (const Square from : diagonal & ~pinned) {
      sink_.FromSquare(from, BishopAttacks(from, all_) & targets);
    }
    for (const Square from : straight & ~pinned) {
      sink_.FromSquare(from, RookAttacks(from, all_) & targets);
    }
    for (const Square from : diagonal& pinned) {
      sink_.FromSquare(from, BishopAttacks(from, all_) & targets & Line(king_, from));
    }
    for (const Square from : straight& pinned) {
      sink_.FromSquare(from, RookAttacks(from, all_) & targets & Line(king_, from));
    }
  }

  void PawnMoves(Bitboard targets) {
    constexpr Bitboard kLastRank = Bitboard::Rank(kUs == Color::kWhite ? 7 : 0);
    constexpr Bitboard kDoubleRank = Bitboard::Rank(kUs == Color::kWhite ? 2 : 5);
    const Bitboard pawns = Own(Kind::kPawn), free = ~position_.pinned(), empty = ~all_;
    // A pinned pawn may go on along its pin: up the king's file, or up one of his diagonals.
    const Bitboard pushers = pawns & (free | Bitboard::File(king_.file()));
    const Bitboard one = pushers.Forward(kUs) & empty;
    if constexpr (kStage != Stage::kNoisy) {
      const Bitboard two = (one & kDoubleRank).Forward(kUs) & empty & targets;
      sink_.Pawns(one & targets & ~kLastRank, kUp);
      sink_.Pawns(two, 2 * kUp);
    }
    if constexpr (kStage != Stage::kQuiet) {
      const bool up_is_north = kUs == Color::kWhite;
      const Bitboard east_line = up_is_north ? Diagonal(king_) : AntiDiagonal(king_);
      const Bitboard west_line = up_is_north ? AntiDiagonal(king_) : Diagonal(king_);
      const Bitboard victims = position_.Pieces(kThem) & targets;
      const Bitboard east = (pawns & (free | east_line)).East().Forward(kUs) & victims;
      const Bitboard west = (pawns & (free | west_line)).West().Forward(kUs) & victims;
      sink_.Promotions(one & targets & kLastRank, kUp);
      sink_.Promotions(east & kLastRank, kUp + 1);
      sink_.Promotions(west & kLastRank, kUp - 1);
      sink_.Pawns(east & ~kLastRank, kUp + 1);
      sink_.Pawns(west & ~kLastRank, kUp - 1);
    }
  }

  void EnPassantMoves() {
    const auto square = position_.en_passant();
    if (!square) return;
    for (const Square from : PawnAttacks(kThem, *square) & Own(Kind::kPawn)) {
      const Move move(from, *square, MoveType::kEnPassant);
      if (position_.IsLegal(move)) sink_.One(move);
    }
  }

  const Position& position_;
  Sink& sink_;
  const Square king_;
  const Bitboard all_;
};

template <Stage kStage, class Sink>
void Generate(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::kWhite) {
    Generator<Color::kWhite, kStage, Sink>(position, sink).Run();
  } else {
    Generator<Color::kBlack, kStage, Sink>(position, sink).Run();
  }
}

}  // namespace

void AppendNoisyMoves(const Position& position, MoveList& moves) {
  ListSink sink(moves);
  Generate<Stage::kNoisy>(position, sink);
}

void AppendQuietMoves(const Position& position, MoveList& moves) {
  ListSink sink(moves);
  Generate<Stage::kQuiet>(position, sink);
}

MoveList LegalMoves(const Position& position) {
  MoveList moves;
  ListSink sink(moves);
  Generate<Stage::kAll>(position, sink);
  return moves;
}

int CountLegalMoves(const Position& position) {
  CountSink sink;
  Generate<Stage::kAll>(position, sink);
  return sink.count();
}

bool HasLegalMove(const Position& position) { return CountLegalMoves(position) > 0; }

}  // namespace coherent::chess
