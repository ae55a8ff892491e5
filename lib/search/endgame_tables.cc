#include "lib/search/endgame_tables.h"

#include <algorithm>
#include <utility>

#include "lib/search/score.h"

namespace coherent::search {
namespace {

using syzygy::FiftyMoveRule;
using syzygy::Wdl;

int ScoreOf(Wdl wdl, int ply) {
  return wdl == Wdl::kDraw ? kDraw : wdl > Wdl::kDraw ? TableWinIn(ply) : -TableWinIn(ply);
}

}  // namespace

EndgameTables::EndgameTables(std::shared_ptr<const syzygy::Tables> tables,
                             const EndgameOptions& options)
    : tables_(std::move(tables)),
      options_(options),
      max_pieces_(std::min(tables_->max_pieces(), options.max_pieces)) {}

std::optional<EndgameTables::Root> EndgameTables::FindRoot(const chess::Position& position,
                                                           const chess::KeyHistory& game,
                                                           const std::vector<chess::Move>& moves) {
  if (position.occupied().Count() > max_pieces_ || !position.castling().IsEmpty()) {
    return std::nullopt;
  }
  auto ranked = syzygy::RankMoves(*tables_, position, game.HasRepetition(), options_.rule);
  if (!ranked) return std::nullopt;
  std::erase_if(ranked->moves, [&](const syzygy::RankedMove& move) {
    return std::find(moves.begin(), moves.end(), move.move) == moves.end();
  });
  if (ranked->moves.empty()) return std::nullopt;
  hits_.fetch_add(ranked->moves.size(), std::memory_order_relaxed);
  const auto top = std::max_element(ranked->moves.begin(), ranked->moves.end(),
                                    [](const auto& a, const auto& b) { return a.rank < b.rank; });
  Root root;
  for (const syzygy::RankedMove& move : ranked->moves) {
    if (move.rank == top->rank) root.best.push_back(move.move);
  }
  root.score = ScoreOf(top->result, 0);
  // Without distances a win has still to be made progress with, by captures and pawn moves.
  root.is_settled = ranked->by_distance || root.score <= kDraw;
  return root;
}

std::optional<int> EndgameTables::Score(const chess::Position& position, int depth, int ply) {
  const int pieces = position.occupied().Count();
  if (pieces > max_pieces_ || position.halfmove_clock() != 0 ||
      (pieces == max_pieces_ && depth < options_.min_depth)) {
    return std::nullopt;
  }
  std::optional<Wdl> wdl = syzygy::ProbeWdl(*tables_, position);
  if (!wdl) return std::nullopt;
  hits_.fetch_add(1, std::memory_order_relaxed);
  const bool is_certain = *wdl == Wdl::kWin || *wdl == Wdl::kLoss;
  if (!is_certain && options_.rule == FiftyMoveRule::kCounts) wdl = Wdl::kDraw;
  return ScoreOf(*wdl, ply);
}

}  // namespace coherent::search
