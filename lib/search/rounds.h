// The rounds of iterative deepening: the part of Searcher above the tree. Template definitions,
// included by search.cc alone.
#ifndef COHERENT_LIB_SEARCH_ROUNDS_H_
#define COHERENT_LIB_SEARCH_ROUNDS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "lib/net/value_cache.h"
#include "lib/search/search.h"

namespace coherent::search {

template <class Params>
Searcher<Params>::Searcher(Params params) : params_(params), keys_(chess::Position()) {
  Clear();
}

template <class Params>
absl::Status Searcher<Params>::SetHash(int mib) {
  constexpr size_t kOthers = sizeof(Histories) + sizeof(Corrections) + sizeof(net::ValueCache);
  static_assert(kOthers < size_t{kMinHashMib} << 20);
  return table_->Resize((static_cast<size_t>(mib) << 20) - kOthers);
}

template <class Params>
void Searcher<Params>::Help(Searcher& main, std::atomic<u64>& nodes) {
  table_ = main.table_;
  is_helper_ = true;
  control_.CountTogether(&nodes, /*is_helper=*/true);
  main.control_.CountTogether(&nodes, /*is_helper=*/false);
}

template <class Params>
void Searcher<Params>::Clear() {
  if (!is_helper_) table_->Clear();
  histories_.Clear();
  corrections_.Clear();
  no_follow_up_ = {};
}

template <class Params>
void Searcher<Params>::Begin(const Limits& limits) {
  limits_ = limits;
  control_.Begin(limits, params());
  if (is_helper_) return;
  table_->NextAge();
  if (endgame_tables_ != nullptr) endgame_tables_->ResetHits();
}

template <class Params>
void Searcher<Params>::SetUpRoot(const chess::Position& root, const chess::KeyHistory& game) {
  keys_ = game;
  keys_.Reserve(kMaxPly + 2);
  evaluator_.Reset(root);
  histories_.ClearRoot();
  nodes_ = 0;
  finished_depth_ = stable_rounds_ = null_move_from_ply_ = 0;
  aborted_ = false;
  optimism_cp_ = 0;
  root_side_ = root.side_to_move();
  stack_.fill(Ply{.follow_up = &no_follow_up_});
  root_moves_.clear();
  const auto& wanted = limits_.search_moves;
  for (const chess::Move move : chess::LegalMoves(root)) {
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end()) {
      root_moves_.push_back(RootMove{.move = move, .is_quiet = root.IsQuiet(move)});
    }
  }
  AskEndgameTables(root);
}

template <class Params>
void Searcher<Params>::AskEndgameTables(const chess::Position& root) {
  known_score_.reset();
  table_pieces_ = 0;
  if (endgame_tables_ == nullptr) return;
  std::vector<chess::Move> moves;
  for (const RootMove& move : root_moves_) moves.push_back(move.move);
  const std::optional<EndgameTables::Root> known = endgame_tables_->FindRoot(root, keys_, moves);
  if (!known || !known->is_settled) table_pieces_ = endgame_tables_->max_pieces();
  if (!known) return;
  known_score_ = known->score;
  std::erase_if(root_moves_, [&](const RootMove& move) {
    return std::find(known->best.begin(), known->best.end(), move.move) == known->best.end();
  });
}

template <class Params>
Result Searcher<Params>::Run(const chess::Position& root, const chess::KeyHistory& game,
                             const ReportFunction& report) {
  SetUpRoot(root, game);
  Result result;
  if (root_moves_.empty()) {
    const int score = root.InCheck() ? MatedIn(0) : kDraw;
    report({.score = score, .time_ms = control_.elapsed_ms()});
    result.score = score;
  } else {
    result = Deepen(root, report);
  }
  return result;
}

template <class Params>
Result Searcher<Params>::Deepen(const chess::Position& root, const ReportFunction& report) {
  const int last_depth = std::clamp(limits_.depth.value_or(kMaxPly - 1), 1, kMaxPly - 1);
  Result result;
  for (int depth = 1; depth <= last_depth; ++depth) {
    if (!SearchRound(root, depth, report)) {
      EndPartOfRound(depth, report, result);
      break;
    }
    finished_depth_ = depth;
    const RootMove& best = root_moves_[0];
    stable_rounds_ = best.move == result.best ? stable_rounds_ + 1 : 0;
    result = {.best = best.move,
              .ponder = best.pv.size() > 1 ? best.pv[1] : chess::Move::None(),
              .score = Reported(best.score),
              .depth = depth};
    if (control_.ShouldEnd(control_.TotalNodes(nodes_), HistoryOfRounds(), params()) ||
        IsMateFound())
      break;
    // With a clock there is nothing to think about.
    if (limits_.clock && root_moves_.size() == 1 && !control_.is_pondering()) break;
  }
  if (is_helper_) control_.PublishNodes(nodes_);
  result.nodes = nodes_;
  return result;
}

// A round was cut short. If it had found a better move by then, that one counts.
template <class Params>
void Searcher<Params>::EndPartOfRound(int depth, const ReportFunction& report, Result& result) {
  const auto found =
      std::find_if(root_moves_.begin(), root_moves_.end(),
                   [this](const RootMove& move) { return move.move == round_best_; });
  const bool is_news = found != root_moves_.end() && found->move != result.best &&
                       !(found->is_lower_bound && IsDecisive(found->score));
  if (!is_news) {
    report(
        {.depth = depth, .nodes = control_.TotalNodes(nodes_), .time_ms = control_.elapsed_ms()});
    return;
  }
  report(LineOf(*found, depth, 1));
  result.best = found->move;
  result.ponder = found->pv.size() > 1 ? found->pv[1] : chess::Move::None();
  result.score = Reported(found->score);
}

template <class Params>
bool Searcher<Params>::SearchRound(const chess::Position& root, int depth,
                                   const ReportFunction& report) {
  round_depth_ = depth;
  round_best_ = chess::Move::None();
  for (RootMove& move : root_moves_) move.round_nodes = 0;
  for (pv_index_ = 0; pv_index_ < Lines(); ++pv_index_) {
    SearchWithAspiration(root, depth);
    if (aborted_) return false;
    // What was settled before stays ordered by score.
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + pv_index_ + 1,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  }
  ++root_moves_[0].times_best;
  ReportRound(depth, report);
  OrderRootMoves();
  return true;
}

template <class Params>
void Searcher<Params>::SearchWithAspiration(const chess::Position& root, int depth) {
  const SearchParams& p = params();
  const int average = root_moves_[pv_index_].average;
  int alpha = -kInfinite, beta = kInfinite;
  int window = p.aspiration_window_cp + average * average / p.aspiration_score_div;
  if (depth >= p.aspiration_min_depth && average != kNoScore && !IsDecisive(average)) {
    alpha = std::max(average - window, -kInfinite);
    beta = std::min(average + window, kInfinite);
  }
  optimism_cp_ = average == kNoScore || IsDecisive(average)
                     ? 0
                     : p.optimism_cp * average / (std::abs(average) + p.optimism_div);
  while (true) {
    selective_depth_ = 0;
    const int score = Search<Node::kRoot>(root, alpha, beta, depth, 0, false);
    if (aborted_) return;
    std::stable_sort(root_moves_.begin() + pv_index_, root_moves_.end(),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    if (score <= alpha && alpha > -kInfinite) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - window, -kInfinite);
    } else if (score >= beta && beta < kInfinite) {
      beta = std::min(score + window, kInfinite);
    } else {
      return;
    }
    window += window * p.aspiration_growth_pct / 100 + 1;
    if (window > p.aspiration_open_cp || IsDecisive(score)) {
      alpha = -kInfinite;
      beta = kInfinite;
    }
  }
}

// The best of the last round first; the others by the work they took, quiet ones among them by how
// often they were best.
template <class Params>
void Searcher<Params>::OrderRootMoves() {
  const auto rest = root_moves_.begin() + static_cast<std::ptrdiff_t>(Lines());
  std::stable_sort(rest, root_moves_.end(), [](const RootMove& a, const RootMove& b) {
    return a.round_nodes > b.round_nodes;
  });
  std::vector<RootMove> quiets;
  std::copy_if(rest, root_moves_.end(), std::back_inserter(quiets),
               [](const RootMove& m) { return m.is_quiet; });
  std::stable_sort(quiets.begin(), quiets.end(), [](const RootMove& a, const RootMove& b) {
    return a.times_best > b.times_best;
  });
  auto next_quiet = quiets.begin();
  for (auto it = rest; it != root_moves_.end(); ++it) {
    if (it->is_quiet) *it = *next_quiet++;
  }
}

template <class Params>
size_t Searcher<Params>::Lines() const {
  return std::min(root_moves_.size(), static_cast<size_t>(std::max(1, limits_.multi_pv)));
}

template <class Params>
Report Searcher<Params>::LineOf(const RootMove& move, int depth, int multi_pv) const {
  return {.depth = depth,
          .selective_depth = move.selective_depth,
          .multi_pv = multi_pv,
          .score = Reported(move.score),
          .is_lower_bound = move.is_lower_bound && !known_score_,
          .nodes = control_.TotalNodes(nodes_),
          .time_ms = control_.elapsed_ms(),
          .hash_full = table_->HashFull(),
          .table_hits =
              endgame_tables_ == nullptr ? std::nullopt : std::optional(endgame_tables_->hits()),
          .pv = move.pv};
}

template <class Params>
void Searcher<Params>::ReportRound(int depth, const ReportFunction& report) {
  for (size_t i = 0; i < Lines(); ++i) {
    report(LineOf(root_moves_[i], depth, static_cast<int>(i) + 1));
  }
}

template <class Params>
RoundHistory Searcher<Params>::HistoryOfRounds() const {
  const RootMove& best = root_moves_[0];
  return {.stable_rounds = stable_rounds_,
          .fall_cp = best.average == kNoScore ? 0 : best.average - best.score,
          .best_work_pct = static_cast<int>(100 * best.nodes / std::max<u64>(1, nodes_))};
}

// Whether the mate that was asked for has been found.
template <class Params>
bool Searcher<Params>::IsMateFound() const {
  const int score = root_moves_[0].score;
  return limits_.mate && IsMate(score) && score > 0 && MateMoves(score) <= *limits_.mate;
}

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_ROUNDS_H_
