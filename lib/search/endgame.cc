#include "lib/search/endgame.h"

#include <algorithm>

#include "lib/chess/bitboard.h"
#include "lib/chess/types.h"

namespace coherent::search {
namespace {

using chess::Color;
using chess::Kind;
using chess::Square;

constexpr bool IsDark(Square square) { return (square.file() + square.rank()) % 2 == 0; }

// Files plus ranks to the nearer of a1 and h8 (dark) or of a8 and h1 (light).
constexpr int CornerDistance(Square square, bool dark) {
  const int file = dark ? square.file() : 7 - square.file();
  const int from_first = file + square.rank();
  return std::min(from_first, 14 - from_first);
}

}  // namespace

int MateCornerTerm(const chess::Position& position, int step_cp) {
  const auto knights = position.Pieces(Kind::kKnight), bishops = position.Pieces(Kind::kBishop);
  if (position.occupied().Count() != 4 || knights.Count() != 1 || bishops.Count() != 1) return 0;
  for (const Color strong : chess::kColors) {
    if (position.Pieces(strong).Count() != 3) continue;
    const int distance = CornerDistance(position.King(!strong), IsDark(bishops.First()));
    return (strong == position.side_to_move() ? -1 : 1) * step_cp * distance;
  }
  return 0;
}

}  // namespace coherent::search
