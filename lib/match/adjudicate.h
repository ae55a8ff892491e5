// Ending games early where the result is as good as known.
#ifndef COHERENT_LIB_MATCH_ADJUDICATE_H_
#define COHERENT_LIB_MATCH_ADJUDICATE_H_

#include <optional>

#include "lib/data/ending.h"
#include "lib/data/record.h"

namespace coherent::match {

// Plies in a row that have to agree; a rule with 0 plies is off.
struct AdjudicationRules {
  int win_plies = 5;
  int win_score_cp = 1'500;  // at least so much for one side, always the same
  int draw_plies = 10;
  int draw_score_cp = 8;   // at most so far from 0
  int draw_from_ply = 80;  // of the game from its first move, not from its opening
  int max_plies = 400;     // a draw; never off
};

// The two rules about scores, over one game.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

  // The next position's score, from White's view, `ply` plies after the start of the game.
  std::optional<data::Verdict> Add(int white_score, int ply);

 private:
  AdjudicationRules rules_;
  int win_run_ = 0;  // negative for Black
  int draw_run_ = 0;
};

// What the rules would have said of a game that was played out: nullopt if nothing.
std::optional<data::Verdict> WouldBeVerdict(const AdjudicationRules& rules, const data::Game& game);

// Plies since the first move of a game, by the move number.
int GamePly(const chess::Position& position);

}  // namespace coherent::match

#endif  // COHERENT_LIB_MATCH_ADJUDICATE_H_
