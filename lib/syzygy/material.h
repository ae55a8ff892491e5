// How many pieces of each kind a side has, which is what a table is for. Specified by
// docs/syzygy.md.
#ifndef COHERENT_LIB_SYZYGY_MATERIAL_H_
#define COHERENT_LIB_SYZYGY_MATERIAL_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::syzygy {

// The format ends here, kings included.
inline constexpr int kMaxPieces = 7;

// Up to 15 pieces of a kind and colour.
class Material {
 public:
  static Material Of(const chess::Position& position);
  // "KQvKR": White's pieces, then Black's, kings first.
  static std::optional<Material> FromName(absl::string_view name);

  int Count(chess::Piece piece) const { return static_cast<int>(key_ >> Shift(piece) & 15); }
  int pieces() const;
  bool HasPawns(chess::Color color) const {
    return Count(chess::Piece(color, chess::Kind::kPawn)) > 0;
  }
  bool HasPawns() const { return HasPawns(chess::Color::kWhite) || HasPawns(chess::Color::kBlack); }
  // With colours exchanged.
  Material Swapped() const;
  bool IsSymmetric() const { return *this == Swapped(); }
  // Equal for equal material only.
  u64 key() const { return key_; }

  friend bool operator==(Material, Material) = default;

 private:
  static int Shift(chess::Piece piece) { return 4 * piece.index(); }

  u64 key_ = 0;
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_MATERIAL_H_
