#include "lib/match/adjudicate.h"

#include <algorithm>
#include <cstdlib>

#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::match {

using data::Ending;
using data::Outcome;
using data::Verdict;

std::optional<Verdict> Adjudicator::Add(int white_score, int ply) {
  if (white_score >= rules_.win_score_cp) {
    win_run_ = std::max(win_run_, 0) + 1;
  } else if (white_score <= -rules_.win_score_cp) {
    win_run_ = std::min(win_run_, 0) - 1;
  } else {
    win_run_ = 0;
  }
  const bool is_drawish = std::abs(white_score) <= rules_.draw_score_cp;
  draw_run_ = is_drawish && ply >= rules_.draw_from_ply ? draw_run_ + 1 : 0;
  if (rules_.win_plies > 0 && std::abs(win_run_) >= rules_.win_plies) {
    return Verdict{win_run_ > 0 ? Outcome::kWhiteWins : Outcome::kBlackWins,
                   Ending::kAdjudicatedWin};
  }
  if (rules_.draw_plies > 0 && draw_run_ >= rules_.draw_plies) {
    return Verdict{Outcome::kDraw, Ending::kAdjudicatedDraw};
  }
  return std::nullopt;
}

std::optional<Verdict> WouldBeVerdict(const AdjudicationRules& rules, const data::Game& game) {
  Adjudicator adjudicator(rules);
  int ply = GamePly(game.start);
  for (const data::ScoredMove& played : game.moves) {
    if (!played.has_score()) continue;
    if (const auto verdict = adjudicator.Add(played.score, ply++)) return verdict;
  }
  return std::nullopt;
}

int GamePly(const chess::Position& position) {
  return 2 * (position.fullmove_number() - 1) + Index(position.side_to_move());
}

}  // namespace coherent::match
