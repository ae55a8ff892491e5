#include "lib/data/testing.h"

#include "lib/base/int.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"

namespace coherent::data {

Game RandomGame(const chess::Position& start, int plies, Random& random) {
  Game game = {.start = start,
               .outcome = static_cast<Outcome>(random.Below(3)),
               .ending = static_cast<Ending>(random.Below(kEndings))};
  const auto record = [&](const chess::Position&, chess::Move move, const chess::Position&) {
    game.moves.push_back({move, static_cast<i16>(static_cast<int>(random.Below(65'535)) - 32'767)});
  };
  chess::PlayRandomly(start, plies, random, record);
  return game;
}

}  // namespace coherent::data
