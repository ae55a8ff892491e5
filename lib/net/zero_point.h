// Bounds of the first layer's sums over every position, and the zero points that let them fit 16
// bits (docs/net_format.md, ZEROPNT1).
#ifndef COHERENT_LIB_NET_ZERO_POINT_H_
#define COHERENT_LIB_NET_ZERO_POINT_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/net/network.h"

namespace coherent::net {

// For each neuron lower <= sum of active rows, without bias <= upper, and zero half-way, rounded
// down.
struct ZeroPoints {
  std::vector<i32> zero;
  std::vector<i32> lower;
  std::vector<i32> upper;

  friend bool operator==(const ZeroPoints&, const ZeroPoints&) = default;
};

// floor((lower + upper) / 2).
i32 Midpoint(i32 lower, i32 upper);

// Whether every sum minus its zero point is proved to fit 16 bits.
bool FitsInt16(const ZeroPoints& points);

// Bounds in closed form over every placement of at most 32 pieces, one a square, at most 16 a side,
// exactly one king each, no pawns on the first and last rank.
//
// Each active pair's weight is split between its two ends. A piece meets at most one visible
// neighbour on each ray and at most one piece on each knight square, so what it is charged with
// is at most the sum, over these 16 directions, of the worst neighbour there. A position's sum is
// the sum of its pieces' charges and rows: of one king each and of the best 30 squares for others.
ZeroPoints ChargeBounds(const Network& network);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_ZERO_POINT_H_
