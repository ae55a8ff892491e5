// The value of a position, from scratch and as slowly as docs/net_format.md states it: the standard
// by which every fast path is judged.
#ifndef COHERENT_LIB_NET_REFERENCE_H_
#define COHERENT_LIB_NET_REFERENCE_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/net/board.h"
#include "lib/net/network.h"

namespace coherent::net {

// Sums of all active rows of `color`'s view, without bias.
std::vector<i64> ReferenceRowSums(const Network& network, const Board& board, Color color);

// The raw value in centipawns for `side_to_move`.
int ReferenceValue(const Network& network, const Board& board, Color side_to_move);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_REFERENCE_H_
