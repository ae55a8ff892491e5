// A game as the `position` command gives it.
#ifndef COHERENT_LIB_UCI_GAME_H_
#define COHERENT_LIB_UCI_GAME_H_

#include <vector>

#include "absl/status/statusor.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/uci/command.h"

namespace coherent::uci {

// The start position with no move, unless told otherwise.
struct Game {
  chess::Position start;
  std::vector<chess::Move> moves;
  chess::Position position;  // after the moves
};

// An error if the FEN is none, or at the first move that is not legal; it names the ply.
absl::StatusOr<Game> PlayGame(const SetPosition& command);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_GAME_H_
