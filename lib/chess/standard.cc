#include "lib/chess/standard.h"

#include "lib/chess/types.h"

namespace coherent::chess {

bool CastlesAsInStandardChess(const Position& position) {
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (!position.castling().Has(color, wing)) continue;
      const int rook_file = wing == Wing::kKingSide ? 7 : 0;
      if (position.King(color).file() != 4) return false;
      if (position.CastlingRook(color, wing).file() != rook_file) return false;
    }
  }
  return true;
}

}  // namespace coherent::chess
