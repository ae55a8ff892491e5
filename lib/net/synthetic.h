// Nets nobody has trained: any shape, any seed, weights spread about as training spreads them, so
// that every path can be tested before, and without, a real net.
#ifndef COHERENT_LIB_NET_SYNTHETIC_H_
#define COHERENT_LIB_NET_SYNTHETIC_H_

#include "lib/base/int.h"
#include "lib/net/network.h"

namespace coherent::net {

// Equal arguments give equal weights on every machine. About one threat row in seven is zero, one
// in sixty leaves 8 bits, more than half of the first layer's neurons are inactive in a usual
// position, and values are some hundred centipawns. The 16-bit bounds can be proved for every seed.
Network SyntheticNetwork(const Architecture& architecture, u64 seed);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_SYNTHETIC_H_
