// The search at the horizon: the part of Searcher below depth 1. Template definitions, included by
// search.cc alone.
#ifndef COHERENT_LIB_SEARCH_QUIESCENCE_H_
#define COHERENT_LIB_SEARCH_QUIESCENCE_H_

#include <algorithm>
#include <optional>

#include "lib/search/search.h"
#include "lib/search/see.h"

namespace coherent::search {

template <class Params>
template <typename Searcher<Params>::Node kNode>
int Searcher<Params>::Quiesce(const chess::Position& position, int alpha, int beta, int ply) {
  constexpr bool kIsPv = IsPv(kNode);
  const SearchParams& p = params();
  if (finished_depth_ > 0 && control_.ShouldAbort(nodes_)) aborted_ = true;
  if (aborted_) return kDraw;
  ++nodes_;
  if constexpr (kIsPv) {
    ClearPv(ply);
    selective_depth_ = std::max(selective_depth_, ply + 1);
  }
  Ply& here = At(ply);
  here.in_check = position.InCheck();
  if (const auto score = ScoreWithoutMoves(position, ply)) return *score;
  if (alpha < kDraw && keys_.HasUpcomingRepetition(position, ply)) {
    alpha = kDraw;
    if (alpha >= beta) return alpha;
  }

  std::optional<TableHit> hit = table_->Probe(position.key(), ply);
  if (hit && !hit->move.IsNone() && !position.IsLegal(hit->move)) hit->move = chess::Move::None();
  if (!kIsPv && hit && hit->score != kNoScore &&
      (hit->score >= beta ? IsAtLeast(hit->bound) : IsAtMost(hit->bound))) {
    return hit->score;
  }

  // --- Standing pat: nobody has to take.
  int raw = kNoScore, best = -kInfinite, futility = kInfinite;
  here.eval = kNoScore;
  if (!here.in_check) {
    raw = RawEvaluation(position, hit);
    best = here.eval = Corrected(position, Scaled(position, raw), ply);
    if (hit && hit->score != kNoScore && !IsDecisive(hit->score) &&
        (hit->score > best ? IsAtLeast(hit->bound) : IsAtMost(hit->bound))) {
      best = hit->score;
    }
    if (best >= beta) {
      if (!hit) {
        table_->Store(position.key(), ply, chess::Move::None(), best, raw, 0, Bound::kLower, false);
      }
      if (IsDecisive(best) || IsDecisive(beta)) return best;
      return best - (best - beta) * p.qs_blend_pct / 100;
    }
    alpha = std::max(alpha, best);
    futility = here.eval + p.qs_futility_cp;
  }
  return QuiesceMoves<kNode>(position, alpha, beta, ply, hit, raw, best, futility);
}

template <class Params>
template <typename Searcher<Params>::Node kNode>
int Searcher<Params>::QuiesceMoves(const chess::Position& position, int alpha, int beta, int ply,
                                   const std::optional<TableHit>& hit, int raw, int best,
                                   int futility) {
  const SearchParams& p = params();
  const bool in_check = At(ply).in_check;
  const OrderingContext context = Ordering(position, ply);
  MovePicker picker(in_check ? MovePicker::Kind::kAll : MovePicker::Kind::kNoisy, position,
                    hit ? hit->move : chess::Move::None(), context, p, p.qs_see_cp);
  chess::Move best_move = chess::Move::None();
  int move_count = 0;
  for (chess::Move move = picker.Next(); !move.IsNone(); move = picker.Next()) {
    ++move_count;
    if (!IsLoss(best) && !in_check && !position.GivesCheck(move) && !move.IsPromotion()) {
      if (move_count > p.qs_max_late_moves) continue;
      const int reach = futility + ImmediateGain(position, move);
      if (reach <= alpha) {
        best = std::max(best, reach);
        continue;
      }
    }
    chess::Position next = position;
    Make(position, move, ply, next);
    const int score = -Quiesce<kNode>(next, -beta, -alpha, ply + 1);
    Unmake();
    if (aborted_) return kDraw;
    if (score > best) {
      best = score;
      // One evasion avoids mate: from here on only those that take something.
      if (in_check && !IsLoss(best)) picker.SkipQuiets();
      if (score > alpha) {
        best_move = move;
        if (IsPv(kNode)) ExtendPv(ply, move);
        if (score >= beta) break;
        alpha = score;
      }
    }
  }
  if (in_check && move_count == 0) return MatedIn(ply);
  const Bound bound = best >= beta ? Bound::kLower : Bound::kUpper;
  table_->Store(position.key(), ply, best_move, best, raw, 0, bound, hit && hit->was_pv);
  return best;
}

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_QUIESCENCE_H_
