#include "lib/search/move_picker.h"

#include <array>
#include <iterator>
#include <utility>

#include "lib/chess/attacks.h"
#include "lib/search/see.h"

namespace coherent::search {

using chess::Bitboard;
using chess::Move;
using chess::Position;

namespace {

using ByKind = std::array<Bitboard, std::size(chess::kKinds)>;

// Where a piece of each kind is attacked by an opponent's piece of less value; nothing for pawns
// and kings.
ByKind LesserAttacks(const Position& position) {
  using enum chess::Kind;
  const chess::Color them = !position.side_to_move();
  const Bitboard all = position.occupied();
  Bitboard attacked = chess::PawnAttacks(them, position.Pieces(them, kPawn));
  ByKind by_kind{};
  by_kind[Index(kKnight)] = by_kind[Index(kBishop)] = attacked;
  for (const auto from : position.Pieces(them, kKnight)) attacked |= chess::KnightAttacks(from);
  for (const auto from : position.Pieces(them, kBishop)) {
    attacked |= chess::BishopAttacks(from, all);
  }
  by_kind[Index(kRook)] = attacked;
  for (const auto from : position.Pieces(them, kRook)) attacked |= chess::RookAttacks(from, all);
  by_kind[Index(kQueen)] = attacked;
  return by_kind;
}

// Where a piece of each kind would give check. Checks that a piece uncovers by leaving are not
// among them.
ByKind DirectChecks(const Position& position) {
  using enum chess::Kind;
  const chess::Color them = !position.side_to_move();
  const chess::Square king = position.King(them);
  ByKind by_kind{};
  by_kind[Index(kPawn)] = chess::PawnAttacks(them, king);
  by_kind[Index(kKnight)] = chess::KnightAttacks(king);
  by_kind[Index(kBishop)] = chess::BishopAttacks(king, position.occupied());
  by_kind[Index(kRook)] = chess::RookAttacks(king, position.occupied());
  by_kind[Index(kQueen)] = by_kind[Index(kBishop)] | by_kind[Index(kRook)];
  return by_kind;
}

// QuietHistory for all moves of a position: its tables and factors are looked up once.
class QuietScores {
 public:
  QuietScores(const Position& position, const OrderingContext& context, const SearchParams& params)
      : quiet_(context.histories->QuietOf(position.side_to_move())),
        pawn_(context.histories->PawnOf(position.pawn_key())),
        follow_up_1_(*context.follow_ups[0]),
        follow_up_2_(*context.follow_ups[1]),
        follow_up_4_(*context.follow_ups[2]),
        attacked_(context.attacked),
        quiet_pct_(params.order_quiet_pct),
        pawn_pct_(params.order_pawn_pct),
        follow_up_1_pct_(params.order_follow_up_1_pct),
        follow_up_2_pct_(params.order_follow_up_2_pct),
        follow_up_4_pct_(params.order_follow_up_4_pct) {}

  // `piece` is what moves.
  int Of(chess::Piece piece, Move move) const {
    const int to = move.to().index();
    const auto& quiet = quiet_[attacked_.Contains(move.from())][attacked_.Contains(move.to())];
    int sum = quiet[move.from_to()].value() * quiet_pct_;
    sum += pawn_[piece.index()][to].value() * pawn_pct_;
    sum += follow_up_1_[piece.index()][to].value() * follow_up_1_pct_;
    sum += follow_up_2_[piece.index()][to].value() * follow_up_2_pct_;
    sum += follow_up_4_[piece.index()][to].value() * follow_up_4_pct_;
    return sum / 100;
  }

 private:
  const Histories::QuietTable& quiet_;
  const PieceToTable& pawn_;
  const PieceToTable& follow_up_1_;
  const PieceToTable& follow_up_2_;
  const PieceToTable& follow_up_4_;
  const Bitboard attacked_;
  const int quiet_pct_, pawn_pct_, follow_up_1_pct_, follow_up_2_pct_, follow_up_4_pct_;
};

}  // namespace

int QuietHistory(const Position& position, Move move, const OrderingContext& context,
                 const SearchParams& params) {
  return QuietScores(position, context, params).Of(position.Moved(move), move);
}

MoveHistoryEntry& CaptureHistory(Histories& histories, const Position& position, Move move) {
  return histories.Capture(position.Moved(move), move.to(),
                           position.Captured(move).value_or(chess::Kind::kKing));
}

MovePicker::MovePicker(Kind kind, const Position& position, Move table_move,
                       const OrderingContext& context, const SearchParams& params, int threshold)
    : position_(position),
      context_(context),
      params_(params),
      kind_(kind),
      table_move_(kind == Kind::kNoisy && !table_move.IsNone() && position.IsQuiet(table_move)
                      ? Move::None()
                      : table_move),
      threshold_(threshold),
      stage_(table_move_.IsNone() ? Stage::kMakeNoisy : Stage::kTableMove) {}

void MovePicker::ScoreNoisy() {
  for (size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    scores_[i] = ImmediateGain(position_, move) * params_.order_victim_x16 +
                 CaptureHistory(*context_.histories, position_, move).value();
  }
}

void MovePicker::ScoreQuiets() {
  const QuietScores scores(position_, context_, params_);
  const ByKind lesser = LesserAttacks(position_);
  const ByKind checks = DirectChecks(position_);
  using enum chess::Kind;
  std::array<int, std::size(chess::kKinds)> escape{};
  escape[Index(kKnight)] = escape[Index(kBishop)] = params_.order_escape_minor;
  escape[Index(kRook)] = params_.order_escape_rook;
  escape[Index(kQueen)] = params_.order_escape_queen;
  const bool near_root = context_.ply < Histories::kRootPlies;
  for (size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const chess::Piece piece = position_.Moved(move);
    int score = scores.Of(piece, move);
    if (near_root) {
      score += context_.histories->Root(context_.ply, move).value() * params_.order_root_pct /
               (100 * (1 + context_.ply));
    }
    if (move == context_.killers[0]) {
      score += params_.order_killer_1;
    } else if (move == context_.killers[1]) {
      score += params_.order_killer_2;
    } else if (move == context_.counter) {
      score += params_.order_counter;
    }
    const int kind = Index(piece.kind());
    if (checks[kind].Contains(move.to()) &&
        SeeAtLeast(position_, move, -params_.order_check_loss_cp)) {
      score += params_.order_check;
    }
    score += escape[kind] * (lesser[kind].Contains(move.from()) - lesser[kind].Contains(move.to()));
    scores_[i] = score;
  }
}

size_t MovePicker::SelectBest() {
  size_t best = next_;
  for (size_t i = next_ + 1; i < moves_.size(); ++i) {
    if (scores_[i] > scores_[best]) best = i;
  }
  std::swap(moves_[best], moves_[next_]);
  std::swap(scores_[best], scores_[next_]);
  return next_++;
}

Move MovePicker::Next() {
  switch (stage_) {
    case Stage::kTableMove:
      stage_ = Stage::kMakeNoisy;
      return table_move_;
    case Stage::kMakeNoisy:
      AppendNoisyMoves(position_, moves_);
      ScoreNoisy();
      stage_ = Stage::kGoodCaptures;
      [[fallthrough]];
    case Stage::kGoodCaptures:
      while (next_ < moves_.size()) {
        const size_t chosen = SelectBest();
        const Move move = moves_[chosen];
        if (move == table_move_) continue;
        const int slack = kind_ == Kind::kAll
                              ? -params_.order_good_capture_cp -
                                    scores_[chosen] / params_.order_capture_history_div
                              : threshold_;
        if (SeeAtLeast(position_, move, slack)) return move;
        if (kind_ == Kind::kAll) bad_captures_.push_back(move);
      }
      if (kind_ == Kind::kNoisy) {
        stage_ = Stage::kEnd;
        return Move::None();
      }
      stage_ = Stage::kMakeQuiets;
      [[fallthrough]];
    case Stage::kMakeQuiets:
      moves_.clear();
      next_ = 0;
      if (!skip_quiets_) {
        AppendQuietMoves(position_, moves_);
        ScoreQuiets();
      }
      stage_ = Stage::kQuiets;
      [[fallthrough]];
    case Stage::kQuiets:
      while (!skip_quiets_ && next_ < moves_.size()) {
        const Move move = moves_[SelectBest()];
        if (move != table_move_) return move;
      }
      next_ = 0;
      stage_ = Stage::kBadCaptures;
      [[fallthrough]];
    case Stage::kBadCaptures:
      if (next_ < bad_captures_.size()) return bad_captures_[next_++];
      stage_ = Stage::kEnd;
      [[fallthrough]];
    case Stage::kEnd:
      return Move::None();
  }
  return Move::None();
}

}  // namespace coherent::search
