// The slow twin of the tables: two kings and one piece, solved from the mates backwards. It knows
// its own rules of chess, as few as that takes.
#ifndef COHERENT_LIB_SYZYGY_THREE_MEN_H_
#define COHERENT_LIB_SYZYGY_THREE_MEN_H_

#include <array>
#include <optional>
#include <vector>

#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::syzygy {

// White has the piece.
class ThreeMen {
 public:
  // Squares of white king, black king and piece.
  struct Men {
    int king = 0;
    int other_king = 0;
    int piece = 0;
  };

  // `promoted` are the solutions that a pawn can become part of; empty for pieces.
  explicit ThreeMen(chess::Kind kind, const std::vector<const ThreeMen*>& promoted = {});

  // Whether such a position can stand on the board.
  bool IsLegal(chess::Color to_move, const Men& men) const;
  // Plies to the mate, or to the pawn move that keeps the win; 0 for a mate that is there. Nullopt
  // if White does not win.
  std::optional<int> PliesToWin(chess::Color to_move, const Men& men) const {
    const int plies = At(to_move, men);
    return plies < 0 ? std::nullopt : std::optional(plies);
  }

 private:
  static constexpr i8 kNotWon = -1;

  i8& At(chess::Color to_move, const Men& men) {
    return plies_[Index(to_move)][(men.king * 64 + men.other_king) * 64 + men.piece];
  }
  i8 At(chess::Color to_move, const Men& men) const {
    return plies_[Index(to_move)][(men.king * 64 + men.other_king) * 64 + men.piece];
  }

  // All positions with the piece on one of `squares`.
  void Solve(const std::vector<int>& squares);
  // Whether the piece attacks `target`, with the white king in its way.
  bool Checks(const Men& men) const;
  // Whether White, to move, wins in `plies`, or Black loses in `plies`, given all that is shorter.
  bool WinsIn(int plies, const Men& men) const;
  bool LosesIn(int plies, const Men& men) const;
  bool PawnMoveWins(const Men& men) const;
  bool IsLost(const Men& men) const { return At(chess::Color::kBlack, men) != kNotWon; }

  chess::Kind kind_;
  std::vector<const ThreeMen*> promoted_;
  std::array<std::vector<i8>, 2> plies_;
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_THREE_MEN_H_
