#include "lib/match/game.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/repetition.h"
#include "lib/data/ending.h"
#include "lib/search/score.h"

namespace coherent::match {

using chess::Color;
using chess::KeyHistory;
using chess::Position;
using data::Ending;
using data::Game;
using data::Outcome;
using data::Verdict;

static_assert(search::kMate == data::kMateScore && search::kMateBound >= data::kMateFloor);

i16 ToDataScore(int score, Color side_to_move) {
  if (!search::IsMate(score)) {
    score = std::clamp(score, 1 - data::kMateFloor, data::kMateFloor - 1);
  }
  return static_cast<i16>(side_to_move == Color::kWhite ? score : -score);
}

absl::StatusOr<Game> PlayGame(const Position& start, const AdjudicationRules& rules, Player& white,
                              Player& black) {
  RETURN_IF_ERROR(white.NewGame());
  if (&black != &white) RETURN_IF_ERROR(black.NewGame());
  Game game = {.start = start};
  Position position = start;
  KeyHistory keys(start);
  Adjudicator adjudicator(rules);
  std::optional<Verdict> verdict = data::VerdictOfRules(position, keys);
  while (!verdict) {
    const Color side = position.side_to_move();
    Player& player = side == Color::kWhite ? white : black;
    ASSIGN_OR_RETURN(const Choice choice, player.Choose(position, keys));
    if (!position.IsLegal(choice.move)) {
      return absl::InternalError(absl::StrCat(
          "the player of ", side == Color::kWhite ? "White" : "Black", " chose ",
          ToUci(choice.move, chess::CastlingStyle::kKingTakesRook), " in ", ToFen(position)));
    }
    const i16 score = ToDataScore(choice.score, side);
    game.moves.push_back({choice.move, score});
    // What the scores say ends the game before the move they belong to could; what is on the board
    // then is still an ordinary position.
    verdict = adjudicator.Add(score, GamePly(position));
    position.Make(choice.move);
    keys.Push(position);
    if (const auto by_rules = data::VerdictOfRules(position, keys)) verdict = by_rules;
    if (!verdict && static_cast<int>(game.moves.size()) >= rules.max_plies) {
      verdict = {Outcome::kDraw, Ending::kLengthLimit};
    }
  }
  game.outcome = verdict->outcome;
  game.ending = verdict->ending;
  return game;
}

}  // namespace coherent::match
