#include "lib/data/ending.h"

#include "lib/chess/movegen.h"
#include "lib/chess/types.h"

namespace coherent::data {

std::optional<Verdict> VerdictOfRules(const chess::Position& position,
                                      const chess::KeyHistory& game) {
  if (!chess::HasLegalMove(position)) {
    if (!position.InCheck()) return Verdict{Outcome::kDraw, Ending::kStalemate};
    const bool is_white_mated = position.side_to_move() == chess::Color::kWhite;
    return Verdict{is_white_mated ? Outcome::kBlackWins : Outcome::kWhiteWins, Ending::kCheckmate};
  }
  // With the game's last position as the root of a search, only a third occurrence counts.
  if (game.IsDrawByRepetition(0)) return Verdict{Outcome::kDraw, Ending::kRepetition};
  if (chess::IsDrawByFiftyMoves(position)) return Verdict{Outcome::kDraw, Ending::kFiftyMoves};
  if (chess::IsDeadMaterial(position)) return Verdict{Outcome::kDraw, Ending::kDeadMaterial};
  return std::nullopt;
}

}  // namespace coherent::data
