#include "lib/search/search.h"

#include <algorithm>
#include <utility>

#include "lib/net/adjust.h"
#include "lib/search/endgame.h"
#include "lib/search/learning.h"
#include "lib/search/quiescence.h"
#include "lib/search/rounds.h"
#include "lib/search/see.h"

namespace coherent::search {

using chess::Move;
using chess::Position;

namespace {

// Natural logarithms times 1,024, cut to integers, of 0 ... 255 (0 counts as 1). By integers alone,
// so that every compiler has the same: ln n is summed up as the integral of 1/x.
constexpr std::array<int, 256> MakeLogarithms() {
  std::array<int, 256> logarithms = {};
  i64 sum = 0;  // in 1/2^40
  for (int n = 2; n < 256; ++n) {
    // 64 trapezoids from n - 1 to n.
    for (int i = 0; i < 64; ++i) {
      const i64 a = 64 * (n - 1) + i;
      sum += ((i64{1} << 40) / a + (i64{1} << 40) / (a + 1)) / 2;
    }
    logarithms[n] = static_cast<int>(sum >> 30);
  }
  return logarithms;
}

constexpr std::array<int, 256> kLogarithms = MakeLogarithms();
static_assert(kLogarithms[10] == 2357);  // ln 10 = 2.302585: 2357.8 / 1024

constexpr int Log1024(int n) { return kLogarithms[std::clamp(n, 0, 255)]; }

}  // namespace

template <class Params>
template <typename Searcher<Params>::Node kNode>
int Searcher<Params>::Search(const Position& position, int alpha, int beta, int depth, int ply,
                             bool cut_node) {
  constexpr bool kIsRoot = kNode == Node::kRoot;
  constexpr bool kIsPv = IsPv(kNode);
  const SearchParams& p = params();

  // --- At the horizon only captures count.
  if (depth <= 0) return Quiesce < kIsPv ? Node::kPv : Node::kNonPv > (position, alpha, beta, ply);

  // --- Draws, the end of the tree, and mates that are nearer than this node.
  if (finished_depth_ > 0 && control_.ShouldAbort(nodes_)) aborted_ = true;
  if (aborted_) return kDraw;
  ++nodes_;
  if constexpr (kIsPv) {
    ClearPv(ply);
    selective_depth_ = std::max(selective_depth_, ply + 1);
  }
  Ply& here = At(ply);
  here.in_check = position.InCheck();
  here.reduction = 0;
  if constexpr (!kIsRoot) {
    if (const auto score = ScoreWithoutMoves(position, ply)) return *score;
    if (alpha < kDraw && keys_.HasUpcomingRepetition(position, ply)) {
      alpha = kDraw;
      if (alpha >= beta) return alpha;
    }
    alpha = std::max(alpha, MatedIn(ply));
    beta = std::min(beta, MateIn(ply + 1));
    if (alpha >= beta) return alpha;
  }
  At(ply + 1).killers = {};
  At(ply + 1).fail_highs = 0;
  here.double_extensions = kIsRoot ? 0 : At(ply - 1).double_extensions;

  // --- What the table knows.
  const Move excluded = here.excluded;
  const bool is_singular_search = !excluded.IsNone();
  std::optional<TableHit> hit = table_->Probe(position.key(), ply);
  if (hit && !hit->move.IsNone() && !position.IsLegal(hit->move)) hit->move = Move::None();
  const Move table_move = kIsRoot ? root_moves_[pv_index_].move : hit ? hit->move : Move::None();
  const bool was_pv = kIsPv || (hit && hit->was_pv);
  if (!kIsPv && hit && !is_singular_search && hit->score != kNoScore &&
      hit->depth >= depth + (hit->score >= beta ? 0 : 1) &&
      (hit->score >= beta ? IsAtLeast(hit->bound) : IsAtMost(hit->bound)) &&
      (hit->score >= beta || hit->score <= alpha) &&
      (depth > p.table_cut_gate_depth || cut_node == (hit->score >= beta)) &&
      position.halfmove_clock() < p.table_cut_max_clock) {
    if (hit->score >= beta && !table_move.IsNone() && position.IsQuiet(table_move)) {
      UpdateQuiet(position, table_move, Bonus(depth, p) * p.table_cut_bonus_pct / 100,
                  Ordering(position, ply), p);
    }
    return hit->score;
  }

  // --- What endgame tables know.
  if (!kIsRoot && !is_singular_search && position.occupied().Count() <= table_pieces_) {
    if (const auto score = endgame_tables_->Score(position, depth, ply)) return *score;
  }

  // --- The static value, and whether things are getting better.
  int raw = kNoScore, eval = kNoScore, correction = 0;
  bool improving = false;
  if (!here.in_check) {
    raw = RawEvaluation(position, hit);
    const int scaled = Scaled(position, raw);
    here.eval = eval = Corrected(position, scaled, ply);
    correction = std::abs(eval - scaled);
    const int before = At(ply - 2).eval != kNoScore ? At(ply - 2).eval : At(ply - 4).eval;
    improving = before == kNoScore || eval > before;
    if (!is_singular_search) {
      if (!hit) {
        table_->Store(position.key(), ply, Move::None(), kNoScore, raw, 0, Bound::kNone, was_pv);
      } else if (hit->score != kNoScore && !IsDecisive(hit->score) &&
                 (hit->score > eval ? IsAtLeast(hit->bound) : IsAtMost(hit->bound))) {
        eval = hit->score;  // a search knows better
      }
    }
  } else {
    here.eval = kNoScore;
  }

  // --- What the last move did to the value: was it reduced too much, or too little?
  if constexpr (!kIsRoot) {
    const Ply& before = At(ply - 1);
    if (!here.in_check && before.eval != kNoScore && !is_singular_search) {
      const int loss = here.eval + before.eval;  // of the side that moved
      if (before.reduction >= p.hindsight_deeper_min && loss <= 0) {
        ++depth;
      } else if (before.reduction >= p.hindsight_shallower_min && depth >= 2 &&
                 loss > p.hindsight_shallower_cp) {
        --depth;
      }
      if (before.is_quiet) {
        RewardLastMove(
            position, ply,
            std::clamp(-p.eval_history_mul * loss, -p.eval_history_max, p.eval_history_max));
      }
    }
  }

  if (!kIsPv && !here.in_check && !is_singular_search) {
    // --- Razoring: so far below that only captures could help.
    if (depth <= p.razor_max_depth && !IsDecisive(alpha) &&
        eval + p.razor_base_cp + p.razor_depth_cp * depth <= alpha) {
      const int score = Quiesce<Node::kNonPv>(position, alpha, alpha + 1, ply);
      if (score <= alpha) return score;
    }
    // --- Reverse futility: so far above that a quiet move will hold. When the evaluation rises,
    // the margin falls by the actual rise.
    if (!was_pv && depth <= p.rfp_max_depth && !IsDecisive(beta) && !IsDecisive(eval)) {
      const int before = At(ply - 2).eval;
      const int rise =
          before == kNoScore ? 0 : std::clamp(here.eval - before, 0, p.rfp_rise_max_cp);
      const int margin = p.rfp_margin_cp * depth - rise + (improving ? 0 : p.rfp_not_improving_cp);
      if (eval - std::max(margin, 0) >= beta) return (2 * beta + eval) / 3;
    }
    // --- Null move: if even passing holds, some move will.
    if (const auto score = TryNullMove(position, beta, depth, ply, eval, cut_node)) return *score;
    // --- ProbCut: a good capture that beats the bound by far in a shallow search.
    if (const auto score = TryProbCut(position, beta, depth, ply, improving, hit, raw, cut_node)) {
      return *score;
    }
    if (aborted_) return kDraw;
  }

  // --- Without a table move the node is not worth its full depth.
  if (depth >= p.iir_min_depth && (kIsPv || cut_node) &&
      (table_move.IsNone() || (hit && hit->depth + p.iir_table_slack <= depth))) {
    --depth;
  }

  // --- The moves.
  const OrderingContext context = Ordering(position, ply);
  MovePicker picker(MovePicker::Kind::kAll, position, table_move, context, p);
  const bool table_move_is_noisy = !table_move.IsNone() && !position.IsQuiet(table_move);
  TriedMoves quiets, captures;
  Move best_move = Move::None();
  const int old_alpha = alpha;
  int best = -kInfinite, move_count = 0;
  size_t root_index = pv_index_;
  while (true) {
    const Move move = [&] {
      if constexpr (!kIsRoot) return picker.Next();
      return root_index < root_moves_.size() ? root_moves_[root_index++].move : Move::None();
    }();
    if (move.IsNone()) break;
    if (move == excluded) continue;
    ++move_count;
    const bool is_quiet = position.IsQuiet(move);
    const bool gives_check = position.GivesCheck(move);
    const int history = is_quiet ? QuietHistory(position, move, context, p)
                                 : CaptureHistory(histories_, position, move).value();

    // --- Once a move has shown that the position is not lost: which others deserve a search?
    if (!kIsRoot && !IsLoss(best) && position.HasPieces(position.side_to_move())) {
      const int reduced = std::max(0, depth - Reduction(is_quiet, depth, move_count) / 1024);
      if (is_quiet) {
        // Late quiet moves.
        if (depth <= p.lmp_max_depth &&
            move_count >=
                (p.lmp_base + depth * depth) / (improving ? 1 : 2) + history / p.lmp_history_div) {
          picker.SkipQuiets();
          if (!gives_check) continue;
        }
        // Poor history.
        if (reduced <= p.history_prune_max_depth && history < -p.history_prune_depth * depth) {
          continue;
        }
        // Futility: too far below the bound.
        if (!here.in_check && !gives_check && reduced <= p.futility_max_depth &&
            eval + p.futility_base_cp + p.futility_depth_cp * reduced +
                    history / p.futility_history_div <=
                alpha) {
          picker.SkipQuiets();
          continue;
        }
        // Losing exchange.
        if (!SeeAtLeast(position, move, -p.see_quiet_depth_cp * reduced * reduced)) continue;
      } else {
        if (!here.in_check && !gives_check && depth <= p.capture_futility_max_depth &&
            eval + p.capture_futility_base_cp + p.capture_futility_depth_cp * depth +
                    ImmediateGain(position, move) <=
                alpha) {
          continue;
        }
        if (!SeeAtLeast(position, move, -p.see_noisy_depth_cp * depth)) continue;
      }
    }

    // --- Extensions: the only good move, and safe checks.
    int extension = 0;
    if (!kIsRoot && move == table_move && !is_singular_search && depth >= p.singular_min_depth &&
        hit->depth >= depth - p.singular_depth_slack && IsAtLeast(hit->bound) &&
        hit->score != kNoScore && !IsDecisive(hit->score) && ply < 2 * round_depth_) {
      const int margin_x16 = p.singular_margin_x16 + (was_pv && !kIsPv ? p.singular_was_pv_x16 : 0);
      const int singular_beta = hit->score - margin_x16 * depth / 16;
      here.excluded = move;
      const int score = Search<Node::kNonPv>(position, singular_beta - 1, singular_beta,
                                             (depth - 1) / 2, ply, cut_node);
      here.excluded = Move::None();
      if (aborted_) return kDraw;
      if (score < singular_beta) {
        extension = 1;
        if (!kIsPv && here.double_extensions < p.singular_max_doubles) {
          if (score < singular_beta - p.singular_double_cp) extension = 2;
          if (is_quiet && score < singular_beta - p.singular_triple_cp) extension = 3;
        }
      } else if (singular_beta >= beta) {
        // Several moves beat the bound.
        if (IsDecisive(score)) return singular_beta;
        return singular_beta + (score - singular_beta) * p.multicut_blend_pct / 100;
      } else if (hit->score >= beta) {
        extension = -2;
      } else if (cut_node) {
        extension = -1;
      }
    } else if (gives_check && ply < 2 * round_depth_ && SeeAtLeast(position, move, 0)) {
      extension = 1;
    }
    here.double_extensions = (kIsRoot ? 0 : At(ply - 1).double_extensions) + (extension >= 2);

    // --- Search it: late moves shallower first, all but the first with a null window first.
    const u64 nodes_before = nodes_;
    const int new_depth = depth - 1 + extension;
    Position next = position;
    Make(position, move, ply, next);
    int score = -kInfinite;
    if (depth >= p.lmr_min_depth && move_count > 1 + (kIsRoot ? 1 : 0)) {
      int r = Reduction(is_quiet, depth, move_count);
      if (kIsPv) r -= p.lmr_pv;
      if (was_pv) r -= p.lmr_was_pv;
      if (cut_node) r += p.lmr_cut_node;
      if (!improving) r += p.lmr_not_improving;
      if (gives_check) r -= p.lmr_check;
      if (At(ply + 1).fail_highs > p.lmr_child_fail_high_count) r += p.lmr_child_fail_highs;
      r -= correction * 1024 / p.lmr_correction_div;
      if (hit && hit->score != kNoScore && hit->score <= alpha) r += p.lmr_table_low;
      if (is_quiet) {
        if (table_move_is_noisy) r += p.lmr_noisy_table_move;
        if (move == context.killers[0] || move == context.killers[1]) r -= p.lmr_killer;
        r -= history / p.lmr_history_div;
      } else {
        r -= history / p.lmr_noisy_history_div;
      }
      const int shallow = std::clamp(new_depth - r / 1024, std::min(1, new_depth), new_depth);
      here.reduction = new_depth - shallow;
      score = -Search<Node::kNonPv>(next, -alpha - 1, -alpha, shallow, ply + 1, true);
      here.reduction = 0;
      if (score > alpha && shallow < new_depth) {
        const int deeper = new_depth + (score > best + p.lmr_deeper_cp ? 1 : 0);
        score = -Search<Node::kNonPv>(next, -alpha - 1, -alpha, deeper, ply + 1, !cut_node);
        if (is_quiet && !aborted_) {
          const int bonus = score > alpha ? Bonus(new_depth, p) : Malus(new_depth, p);
          UpdateFollowUps(context.follow_ups, here.played.piece, here.played.to,
                          bonus * p.lmr_probe_bonus_pct / 100, p);
        }
      }
    } else if (!kIsPv || move_count > 1) {
      score = -Search<Node::kNonPv>(next, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
    }
    if (kIsPv && (move_count == 1 || score > alpha)) {
      score = -Search<Node::kPv>(next, -beta, -alpha, new_depth, ply + 1, false);
    }
    Unmake();
    if (aborted_) return kDraw;

    if constexpr (kIsRoot) {
      RootMove& root_move = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                          [move](const RootMove& m) { return m.move == move; });
      root_move.nodes += nodes_ - nodes_before;
      root_move.round_nodes += nodes_ - nodes_before;
      if (pv_index_ == 0 && score > alpha) {
        round_best_ = move;
      } else if (round_best_ == move) {
        round_best_ = Move::None();  // it failed high before, and does not in the wider window
      }
      if (move_count == 1 || score > alpha) {
        root_move.score = score;
        root_move.is_lower_bound = score >= beta;
        root_move.selective_depth = selective_depth_;
        root_move.average = root_move.average == kNoScore ? score : (score + root_move.average) / 2;
        ExtendPv(0, move);
        root_move.pv.assign(pv_[0].begin(), pv_[0].begin() + pv_lengths_[0]);
      } else {
        root_move.score = -kInfinite;
      }
    }

    // --- Is it the best so far, and does it end the node?
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        if (kIsPv && !kIsRoot) ExtendPv(ply, move);
        if (score >= beta) {
          if constexpr (!kIsRoot) ++here.fail_highs;
          break;
        }
        alpha = score;
      }
    }
    if (move != best_move) {
      TriedMoves& tried = is_quiet ? quiets : captures;
      if (!tried.full()) tried.push_back(move);
    }
  }

  // --- No move: mate or stalemate; or the excluded one was the only one.
  if (move_count == 0) {
    if (is_singular_search) return alpha;
    return here.in_check ? MatedIn(ply) : kDraw;
  }

  // --- What was learnt.
  if (best >= beta && !IsDecisive(best) && !IsDecisive(beta)) {
    best = (best * depth + beta) / (depth + 1);
  }
  if (!best_move.IsNone()) {
    const int confident = depth + (best > beta + p.best_margin_bonus_cp ? 1 : 0);
    LearnFromCut(position, best_move, confident, here, context, quiets, captures, p);
  } else if (!kIsRoot && At(ply - 1).is_quiet) {
    // The move that led here refuted everything.
    const LastMove& refuter = At(ply - 1).played;
    UpdateFollowUps(FollowUps(ply - 1), refuter.piece, refuter.to,
                    Bonus(depth, p) * p.fail_low_bonus_pct / 100, p);
    RewardLastMove(position, ply, Bonus(depth, p) * p.fail_low_quiet_pct / 100);
  }
  if (!is_singular_search) {
    const Bound bound = best >= beta                ? Bound::kLower
                        : kIsPv && best > old_alpha ? Bound::kExact
                                                    : Bound::kUpper;
    if (!kIsRoot || pv_index_ == 0) {
      table_->Store(position.key(), ply, best_move, best, raw, depth, bound, was_pv);
    }
    const bool is_quiet_best = best_move.IsNone() || position.IsQuiet(best_move);
    if (!here.in_check && is_quiet_best && !IsDecisive(best) &&
        (bound == Bound::kExact || (bound == Bound::kLower) == (best > here.eval))) {
      corrections_.Update(position, At(ply - 1).played, At(ply - 2).played, best - here.eval, depth,
                          p);
    }
  }
  return best;
}

template <class Params>
std::optional<int> Searcher<Params>::ScoreWithoutMoves(const Position& position, int ply) {
  if (keys_.IsDrawByRepetition(ply) || chess::IsDrawByFiftyMoves(position)) return kDraw;
  if (ply >= kMaxPly - 1) {
    if (position.InCheck()) return kDraw;
    return Corrected(position, Scaled(position, RawEvaluation(position, std::nullopt)), ply);
  }
  return std::nullopt;
}

template <class Params>
int Searcher<Params>::RawEvaluation(const Position& position, const std::optional<TableHit>& hit) {
  if (hit && hit->eval != kNoScore) return hit->eval;
  return net::Limit(evaluator_.Evaluate(position), kMaxEval);
}

template <class Params>
int Searcher<Params>::Scaled(const Position& position, int raw) const {
  if (!evaluator_.has_network()) return raw;
  return net::Limit(
      net::ScaleByMaterial(raw, net::Material(position), params().material_per_million), kMaxEval);
}

template <class Params>
int Searcher<Params>::Corrected(const Position& position, int scaled, int ply) {
  const int value = scaled + MateCornerTerm(position, params().mate_corner_cp) +
                    corrections_.Value(position, At(ply - 1).played, At(ply - 2).played, params()) +
                    (position.side_to_move() == root_side_ ? optimism_cp_ : -optimism_cp_);
  return net::Limit(net::DampByClock(value, position.halfmove_clock()), kMaxEval);
}

template <class Params>
std::optional<int> Searcher<Params>::TryNullMove(const Position& position, int beta, int depth,
                                                 int ply, int eval, bool cut_node) {
  const SearchParams& p = params();
  if (!cut_node || depth < p.null_min_depth || ply < null_move_from_ply_ || eval < beta ||
      At(ply - 1).move.IsNone() || IsDecisive(beta) ||
      !position.HasPieces(position.side_to_move()) ||
      At(ply).eval + p.null_margin_depth_cp * depth - p.null_margin_cp < beta) {
    return std::nullopt;
  }
  const int reduction = p.null_base + depth / p.null_depth_div +
                        std::min((eval - beta) / p.null_eval_div_cp, p.null_eval_max);
  Position next = position;
  MakeNull(position, ply, next);
  int score = -Search<Node::kNonPv>(next, -beta, -beta + 1, depth - reduction, ply + 1, false);
  Unmake();
  if (aborted_ || score < beta) return std::nullopt;
  if (IsDecisive(score)) score = beta;  // a mate after a pass proves nothing
  if (null_move_from_ply_ > 0 || depth < p.null_verify_depth) return score;
  // Deep enough that a mistake (zugzwang) would be expensive: verify with real moves.
  null_move_from_ply_ = ply + 3 * (depth - reduction) / 4;
  const int verified =
      Search<Node::kNonPv>(position, beta - 1, beta, depth - reduction, ply, false);
  null_move_from_ply_ = 0;
  if (aborted_ || verified < beta) return std::nullopt;
  return score;
}

template <class Params>
std::optional<int> Searcher<Params>::TryProbCut(const Position& position, int beta, int depth,
                                                int ply, bool improving,
                                                const std::optional<TableHit>& hit, int raw,
                                                bool cut_node) {
  const SearchParams& p = params();
  const int bound = beta + p.probcut_margin_cp - (improving ? p.probcut_improving_cp : 0);
  const int shallow = depth - p.probcut_reduction;
  if (!cut_node || depth < p.probcut_min_depth || IsDecisive(beta) || aborted_ ||
      (hit && hit->score != kNoScore && hit->depth >= shallow && hit->score < bound)) {
    return std::nullopt;
  }
  const OrderingContext context = Ordering(position, ply);
  MovePicker picker(MovePicker::Kind::kNoisy, position, hit ? hit->move : Move::None(), context, p,
                    bound - At(ply).eval);
  for (Move move = picker.Next(); !move.IsNone(); move = picker.Next()) {
    Position next = position;
    Make(position, move, ply, next);
    int score = -Quiesce<Node::kNonPv>(next, -bound, -bound + 1, ply + 1);
    if (score >= bound) {
      score = -Search<Node::kNonPv>(next, -bound, -bound + 1, shallow, ply + 1, false);
    }
    Unmake();
    if (aborted_) return std::nullopt;
    if (score >= bound) {
      table_->Store(position.key(), ply, move, score, raw, shallow + 1, Bound::kLower, false);
      return IsDecisive(score) ? score : score - (bound - beta);
    }
  }
  return std::nullopt;
}

template <class Params>
void Searcher<Params>::Make(const Position& position, Move move, int ply, Position& next) {
  table_->Prefetch(position.KeyAfter(move));
  Ply& here = At(ply);
  here.move = move;
  here.played = {position.Moved(move), move.to()};
  here.is_quiet = position.IsQuiet(move);
  here.follow_up = &histories_.FollowUp(here.played.piece, here.played.to);
  evaluator_.Push();
  next.Make(move, evaluator_);
  keys_.Push(next);
  if constexpr (Params::kWatched) watcher_(position, move, next, evaluator_);
}

template <class Params>
void Searcher<Params>::MakeNull(const Position& position, int ply, Position& next) {
  table_->Prefetch(position.key() ^ chess::kZobrist.black_to_move);
  Ply& here = At(ply);
  here.move = Move::None();
  here.played = LastMove();
  here.is_quiet = false;
  here.follow_up = &no_follow_up_;
  evaluator_.Push();
  next.MakeNull();
  keys_.PushNull(next);
}

template <class Params>
void Searcher<Params>::Unmake() {
  keys_.Pop();
  evaluator_.Pop();
}

template <class Params>
std::array<PieceToTable*, 3> Searcher<Params>::FollowUps(int ply) {
  return {At(ply - 1).follow_up, At(ply - 2).follow_up, At(ply - 4).follow_up};
}

template <class Params>
OrderingContext Searcher<Params>::Ordering(const Position& position, int ply) {
  const LastMove& last = At(ply - 1).played;
  At(ply).attacked = position.AttacksBy(!position.side_to_move());
  return {
      .histories = &histories_,
      .follow_ups = FollowUps(ply),
      .killers = At(ply).killers,
      .counter = last.piece.IsNone() ? Move::None() : histories_.CounterMove(last.piece, last.to),
      .last = last,
      .attacked = At(ply).attacked,
      .ply = ply};
}

template <class Params>
void Searcher<Params>::RewardLastMove(const Position& position, int ply, int bonus) {
  const Ply& before = At(ply - 1);
  histories_.Quiet(!position.side_to_move(), before.attacked, before.move).Update(bonus);
}

template <class Params>
int Searcher<Params>::Reduction(bool quiet, int depth, int move_count) const {
  const SearchParams& p = params();
  const int logs = Log1024(depth) * Log1024(move_count) / 1024;
  return quiet ? p.lmr_quiet_base + p.lmr_quiet_slope * logs / 1024
               : p.lmr_noisy_base + p.lmr_noisy_slope * logs / 1024;
}

template <class Params>
void Searcher<Params>::ExtendPv(int ply, Move move) {
  pv_[ply][0] = move;
  const int length = pv_lengths_[ply + 1];
  std::copy_n(pv_[ply + 1].begin(), length, pv_[ply].begin() + 1);
  pv_lengths_[ply] = length + 1;
}

template class Searcher<FixedParams>;
template class Searcher<WatchedParams>;
template class Searcher<TunableParams>;

}  // namespace coherent::search
