// The net that is compiled into the program.
#ifndef COHERENT_LIB_NET_DEFAULT_NETWORK_H_
#define COHERENT_LIB_NET_DEFAULT_NETWORK_H_

#include "lib/net/load.h"

namespace coherent::net {

// What EmbeddedNet() holds, ready to search with. Made at the first call; from any thread.
const LoadedNetwork& DefaultNetwork();

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_DEFAULT_NETWORK_H_
