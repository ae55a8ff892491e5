// Numbers the ways to place a table's pieces on the board. Specified by docs/syzygy.md, "Numbers".
#ifndef COHERENT_LIB_SYZYGY_PLACEMENT_H_
#define COHERENT_LIB_SYZYGY_PLACEMENT_H_

#include <optional>

#include "lib/base/int.h"
#include "lib/base/static_vector.h"
#include "lib/chess/types.h"
#include "lib/syzygy/material.h"

namespace coherent::syzygy {

using PieceList = StaticVector<chess::Piece, kMaxPieces>;
using SquareList = StaticVector<chess::Square, kMaxPieces>;

// A number is made of digits, one for each group of pieces, of different bases. The order of
// pieces and digits differs from file to file, because it decides how well the file compresses.
class Placement {
 public:
  struct Order {
    PieceList pieces;
    // Places of the digits of the first group and of the second side's pawns, 0 the lowest. The
    // digits of the other groups fill the places that are left, in the order of the pieces.
    int lead_digit = 0;
    int pawns_digit = 0;  // meaningful only if both sides have pawns
  };

  // `file` is FoldedFile() of the leading pawn, for tables with pawns. Nullopt if the order does
  // not fit the material.
  static std::optional<Placement> Make(Material material, const Order& order, int file);

  const PieceList& pieces() const { return order_.pieces; }
  // Numbers are below it.
  u64 size() const { return size_; }
  // `squares` are those of pieces(), equal pieces in ascending order.
  u64 Number(SquareList squares) const;

 private:
  // Pieces that are placed together.
  struct Group {
    int count = 0;
    u64 base = 0;    // ways to place them
    u64 weight = 0;  // of the digit
  };

  bool SetGroups(Material material);
  bool SetWeights();
  u64 LeadBase() const;

  Order order_;
  bool has_pawns_ = false;
  bool both_have_pawns_ = false;
  int file_ = 0;
  StaticVector<Group, kMaxPieces> groups_;
  u64 size_ = 0;
};

// 0 for a and h, to 3 for d and e.
constexpr int FoldedFile(chess::Square square) {
  return square.file() < 4 ? square.file() : 7 - square.file();
}

// Whose pawns lead in a table with pawns: those of the side with fewer, but at least one.
chess::Color LeadingPawns(Material material);

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_PLACEMENT_H_
