#include "lib/net/adjust.h"

#include <algorithm>
#include <array>

#include "lib/chess/types.h"

namespace coherent::net {
namespace {

// Pawn to king.
constexpr std::array<int, 6> kCentipawns = {110, 320, 330, 500, 900, 0};
// Where the scaling changes nothing.
constexpr int kNeutralMaterial = 3'370;
constexpr i64 kMillion = 1'000'000;

constexpr int kClockMax = 100;
constexpr i64 kClockUnit = 208;

}  // namespace

int Material(const chess::Position& position) {
  int material = 0;
  for (const chess::Kind kind : chess::kKinds) {
    material += kCentipawns[Index(kind)] * position.Pieces(kind).Count();
  }
  return material;
}

i64 ScaleByMaterial(i64 value, int material, int per_million) {
  return value + value * per_million * (material - kNeutralMaterial) / kMillion;
}

int Limit(i64 value, int limit) { return static_cast<int>(std::clamp<i64>(value, -limit, limit)); }

int DampByClock(int value, int halfmove_clock) {
  return static_cast<int>(value * (kClockUnit - std::min(halfmove_clock, kClockMax)) / kClockUnit);
}

}  // namespace coherent::net
