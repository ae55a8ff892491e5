// What becomes of the net's raw value before the search uses it: scaled by the material on the
// board, limited, damped by the fifty-move clock. All divisions go towards zero.
#ifndef COHERENT_LIB_NET_ADJUST_H_
#define COHERENT_LIB_NET_ADJUST_H_

#include "lib/base/int.h"
#include "lib/chess/position.h"

namespace coherent::net {

// Centipawns of both sides' pieces; kings count nothing. 8,160 in the start position.
int Material(const chess::Position& position);

// value + value * per_million * (material - 3,370) / 1,000,000. `per_million` is a search
// parameter.
i64 ScaleByMaterial(i64 value, int material, int per_million);

// The value inside -limit ... limit: below the range of mate scores.
int Limit(i64 value, int limit);

// value * (208 - min(clock, 100)) / 208: nearer to a draw the longer nothing is taken or pushed.
int DampByClock(int value, int halfmove_clock);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_ADJUST_H_
