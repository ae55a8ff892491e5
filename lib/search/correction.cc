#include "lib/search/correction.h"

#include <algorithm>
#include <cstring>

namespace coherent::search {

using chess::Color;

namespace {

// Of two moves, mixed well enough that frequent pairs do not share a slot.
u32 Slot(LastMove last, LastMove second_last) {
  const auto number = [](LastMove move) {
    return static_cast<u32>(move.piece.index() * 64 + move.to.index());
  };
  constexpr u32 kGoldenRatio = 0x9E37'79B1;
  return (number(last) << 10 | number(second_last)) * kGoldenRatio >> (32 - Corrections::kSlotBits);
}

}  // namespace

void Corrections::Clear() { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }

std::array<const Corrections::Entry*, 7> Corrections::Find(const chess::Position& position,
                                                           LastMove last,
                                                           LastMove second_last) const {
  const int side = Index(position.side_to_move());
  return {&pawns_[side][position.pawn_key() % kSlots],
          &white_[side][position.piece_key(Color::kWhite) % kSlots],
          &black_[side][position.piece_key(Color::kBlack) % kSlots],
          &last_move_[side][last.piece.index()][last.to.index()],
          &minor_[side][position.minor_key() % kSlots],
          &major_[side][position.major_key() % kSlots],
          &two_moves_[side][Slot(last, second_last)]};
}

int Corrections::Value(const chess::Position& position, LastMove last, LastMove second_last,
                       const SearchParams& params) const {
  const std::array<int, 7> weights = {params.correction_pawn,     params.correction_white,
                                      params.correction_black,    params.correction_last_move,
                                      params.correction_minor,    params.correction_major,
                                      params.correction_two_moves};
  const auto entries = Find(position, last, second_last);
  int sum = 0;
  for (size_t i = 0; i < entries.size(); ++i) sum += entries[i]->value() * weights[i];
  return sum / (1024 * kUnitsPerCentipawn);
}

void Corrections::Update(const chess::Position& position, LastMove last, LastMove second_last,
                         int difference, int depth, const SearchParams& params) {
  const int bounded = std::clamp(difference, -params.correction_max_cp, params.correction_max_cp);
  const int bonus = bounded * std::min(16, depth) * params.correction_depth_step / 4;
  for (const Entry* entry : Find(position, last, second_last))
    const_cast<Entry*>(entry)->Update(bonus);
}

}  // namespace coherent::search
