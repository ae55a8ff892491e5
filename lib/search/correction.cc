#include "lib/search/correction.h"

#include <algorithm>
#include <cstring>

namespace coherent::search {

using chess::Color;

void Corrections::Clear() { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }

std::array<const Corrections::Entry*, 6> Corrections::Find(const chess::Position& position,
                                                           LastMove last) const {
  const int side = Index(position.side_to_move());
  return {&pawns_[side][position.pawn_key() % kSlots],
          &white_[side][position.piece_key(Color::kWhite) % kSlots],
          &black_[side][position.piece_key(Color::kBlack) % kSlots],
          &last_move_[side][last.piece.index()][last.to.index()],
          &minor_[side][position.minor_key() % kSlots],
          &major_[side][position.major_key() % kSlots]};
}

int Corrections::Value(const chess::Position& position, LastMove last,
                       const SearchParams& params) const {
  const std::array<int, 6> weights = {params.correction_pawn,  params.correction_white,
                                      params.correction_black, params.correction_last_move,
                                      params.correction_minor, params.correction_major};
  const auto entries = Find(position, last);
  int sum = 0;
  for (size_t i = 0; i < entries.size(); ++i) sum += entries[i]->value() * weights[i];
  return sum / (1024 * kUnitsPerCentipawn);
}

void Corrections::Update(const chess::Position& position, LastMove last, int difference, int depth,
                         const SearchParams& params) {
  const int bounded = std::clamp(difference, -params.correction_max_cp, params.correction_max_cp);
  const int bonus = bounded * std::min(16, depth) * params.correction_depth_step / 4;
  for (const Entry* entry : Find(position, last)) const_cast<Entry*>(entry)->Update(bonus);
}

}  // namespace coherent::search
