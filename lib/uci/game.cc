#include "lib/uci/game.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"

namespace coherent::uci {

absl::StatusOr<Game> PlayGame(const SetPosition& command) {
  Game game;
  if (!command.fen.empty()) {
    ASSIGN_OR_RETURN(game.start, chess::ParseFen(command.fen));
  }
  game.position = game.start;
  for (const std::string& text : command.moves) {
    const absl::StatusOr<chess::Move> move = chess::ParseUciMove(game.position, text);
    if (!move.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("position: ply ", game.moves.size() + 1, ": ", move.status().message()));
    }
    game.moves.push_back(*move);
    game.position.Make(*move);
  }
  return game;
}

}  // namespace coherent::uci
