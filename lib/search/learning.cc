#include "lib/search/learning.h"

#include <algorithm>

namespace coherent::search {

using chess::Move;
using chess::Position;

int Bonus(int depth, const SearchParams& params) {
  return std::min(params.bonus_base + params.bonus_depth * depth, params.bonus_max);
}

int Malus(int depth, const SearchParams& params) {
  return -std::min(params.malus_base + params.malus_depth * depth, params.malus_max);
}

void UpdateFollowUps(const std::array<PieceToTable*, 3>& follow_ups, chess::Piece piece,
                     chess::Square to, int bonus, const SearchParams& params) {
  const std::array<int, 3> weights = {params.follow_up_1_pct, params.follow_up_2_pct,
                                      params.follow_up_4_pct};
  for (size_t i = 0; i < follow_ups.size(); ++i) {
    (*follow_ups[i])[piece.index()][to.index()].Update(bonus * weights[i] / 100);
  }
}

void UpdateQuiet(const Position& position, Move move, int bonus, const OrderingContext& context,
                 const SearchParams& params) {
  Histories& histories = *context.histories;
  const chess::Piece piece = position.Moved(move);
  histories.Quiet(position.side_to_move(), context.attacked, move).Update(bonus);
  histories.Pawn(position.pawn_key(), piece, move.to())
      .Update(bonus * params.pawn_history_pct / 100);
  if (context.ply < Histories::kRootPlies) {
    histories.Root(context.ply, move).Update(bonus * params.root_history_pct / 100);
  }
  UpdateFollowUps(context.follow_ups, piece, move.to(), bonus, params);
}

void LearnFromCut(const Position& position, Move best, int depth, Ply& here,
                  const OrderingContext& context, const TriedMoves& quiets,
                  const TriedMoves& captures, const SearchParams& params) {
  const int bonus = Bonus(depth, params), malus = Malus(depth, params);
  Histories& histories = *context.histories;
  if (position.IsQuiet(best)) {
    UpdateQuiet(position, best, bonus, context, params);
    // The later a move came, the less it was expected to be good.
    int share = 100;
    for (const Move move : quiets) {
      UpdateQuiet(position, move, malus * 100 / share, context, params);
      share += params.malus_order_pct;
    }
    if (here.killers[0] != best) here.killers = {best, here.killers[0]};
    if (!context.last.piece.IsNone()) {
      histories.CounterMove(context.last.piece, context.last.to) = best;
    }
  } else {
    CaptureHistory(histories, position, best).Update(bonus * params.capture_bonus_pct / 100);
  }
  for (const Move move : captures) {
    CaptureHistory(histories, position, move).Update(malus * params.capture_malus_pct / 100);
  }
}

}  // namespace coherent::search
