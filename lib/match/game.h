// One game between two players.
#ifndef COHERENT_LIB_MATCH_GAME_H_
#define COHERENT_LIB_MATCH_GAME_H_

#include "absl/status/statusor.h"
#include "lib/chess/position.h"
#include "lib/data/record.h"
#include "lib/match/adjudicate.h"
#include "lib/match/player.h"

namespace coherent::match {

// A search score as data keeps it: White's view; only mates reach data::kMateFloor.
i16 ToDataScore(int score, chess::Color side_to_move);

// Plays from `start` until the rules of chess or `rules` end the game. `white` and `black` may be
// the same; each begins a new game. Without a legal move in `start` the game has no moves. Internal
// if a player makes an illegal move.
absl::StatusOr<data::Game> PlayGame(const chess::Position& start, const AdjudicationRules& rules,
                                    Player& white, Player& black);

}  // namespace coherent::match

#endif  // COHERENT_LIB_MATCH_GAME_H_
