#include "lib/syzygy/material.h"

#include "lib/chess/bitboard.h"

namespace coherent::syzygy {

using chess::Color;
using chess::Kind;
using chess::Piece;

Material Material::Of(const chess::Position& position) {
  Material material;
  for (const Color color : chess::kColors) {
    for (const Kind kind : chess::kKinds) {
      material.key_ |= static_cast<u64>(position.Pieces(color, kind).Count())
                       << Shift(Piece(color, kind));
    }
  }
  return material;
}

std::optional<Material> Material::FromName(absl::string_view name) {
  Material material;
  Color color = Color::kWhite;
  int pieces = 0;
  for (const char letter : name) {
    if (letter == 'v' && color == Color::kWhite) {
      color = Color::kBlack;
      continue;
    }
    const std::optional<Piece> piece = Piece::FromLetter(letter);
    if (!piece || piece->color() != Color::kWhite || ++pieces > kMaxPieces) return std::nullopt;
    material.key_ += u64{1} << Shift(Piece(color, piece->kind()));
  }
  for (const Color side : chess::kColors) {
    if (material.Count(Piece(side, Kind::kKing)) != 1) return std::nullopt;
  }
  return material;
}

int Material::pieces() const {
  int sum = 0;
  for (int i = 0; i < Piece::kCount; ++i) sum += Count(Piece::FromIndex(i));
  return sum;
}

Material Material::Swapped() const {
  constexpr int kHalf = 4 * Piece::kCount / 2;
  constexpr u64 kWhiteMask = (u64{1} << kHalf) - 1;
  Material swapped;
  swapped.key_ = (key_ & kWhiteMask) << kHalf | key_ >> kHalf;
  return swapped;
}

}  // namespace coherent::syzygy
