#include "lib/search/move_picker.h"

#include <utility>

#include "lib/chess/attacks.h"
#include "lib/search/see.h"

namespace coherent::search {

using chess::Bitboard;
using chess::Move;
using chess::Position;

namespace {

// Where a piece is attacked by an opponent's piece of less value.
class LesserAttacks {
 public:
  explicit LesserAttacks(const Position& position) {
    const chess::Color them = !position.side_to_move();
    const Bitboard all = position.occupied();
    on_minor_ = chess::PawnAttacks(them, position.Pieces(them, chess::Kind::kPawn));
    on_rook_ = on_minor_;
    for (const auto from : position.Pieces(them, chess::Kind::kKnight)) {
      on_rook_ |= chess::KnightAttacks(from);
    }
    for (const auto from : position.Pieces(them, chess::Kind::kBishop)) {
      on_rook_ |= chess::BishopAttacks(from, all);
    }
    on_queen_ = on_rook_;
    for (const auto from : position.Pieces(them, chess::Kind::kRook)) {
      on_queen_ |= chess::RookAttacks(from, all);
    }
  }

  // Nothing for pawns and kings.
  Bitboard On(chess::Kind kind) const {
    switch (kind) {
      case chess::Kind::kKnight:
      case chess::Kind::kBishop:
        return on_minor_;
      case chess::Kind::kRook:
        return on_rook_;
      case chess::Kind::kQueen:
        return on_queen_;
      case chess::Kind::kPawn:
      case chess::Kind::kKing:
        break;
    }
    return {};
  }

 private:
  Bitboard on_minor_, on_rook_, on_queen_;
};

// Where a piece would give check. Checks that a piece uncovers by leaving are not among them.
class DirectChecks {
 public:
  explicit DirectChecks(const Position& position) {
    const chess::Color them = !position.side_to_move();
    const chess::Square king = position.King(them);
    by_pawn_ = chess::PawnAttacks(them, king);
    by_knight_ = chess::KnightAttacks(king);
    by_bishop_ = chess::BishopAttacks(king, position.occupied());
    by_rook_ = chess::RookAttacks(king, position.occupied());
  }

  Bitboard From(chess::Kind kind) const {
    switch (kind) {
      case chess::Kind::kPawn:
        return by_pawn_;
      case chess::Kind::kKnight:
        return by_knight_;
      case chess::Kind::kBishop:
        return by_bishop_;
      case chess::Kind::kRook:
        return by_rook_;
      case chess::Kind::kQueen:
        return by_bishop_ | by_rook_;
      case chess::Kind::kKing:
        break;
    }
    return {};
  }

 private:
  Bitboard by_pawn_, by_knight_, by_bishop_, by_rook_;
};

}  // namespace

int QuietHistory(const Position& position, Move move, const OrderingContext& context,
                 const SearchParams& params) {
  Histories& histories = *context.histories;
  const chess::Piece piece = position.Moved(move);
  const int to = move.to().index();
  const auto& follow_ups = context.follow_ups;
  int sum = histories.Quiet(position.side_to_move(), context.attacked, move).value() *
            params.order_quiet_pct;
  sum += histories.Pawn(position.pawn_key(), piece, move.to()).value() * params.order_pawn_pct;
  sum += (*follow_ups[0])[piece.index()][to].value() * params.order_follow_up_1_pct;
  sum += (*follow_ups[1])[piece.index()][to].value() * params.order_follow_up_2_pct;
  sum += (*follow_ups[2])[piece.index()][to].value() * params.order_follow_up_4_pct;
  return sum / 100;
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
  const LesserAttacks lesser(position_);
  const DirectChecks checks(position_);
  for (size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    int score = QuietHistory(position_, move, context_, params_);
    if (context_.ply < Histories::kRootPlies) {
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
    const chess::Kind kind = position_.Moved(move).kind();
    if (checks.From(kind).Contains(move.to()) &&
        SeeAtLeast(position_, move, -params_.order_check_loss_cp)) {
      score += params_.order_check;
    }
    const Bitboard attacked = lesser.On(kind);
    if (attacked.Any()) {
      const int value = kind == chess::Kind::kQueen  ? params_.order_escape_queen
                        : kind == chess::Kind::kRook ? params_.order_escape_rook
                                                     : params_.order_escape_minor;
      score += value * (attacked.Contains(move.from()) - attacked.Contains(move.to()));
    }
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
