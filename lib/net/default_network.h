// The net that is compiled into the program.
#ifndef COHERENT_LIB_NET_DEFAULT_NETWORK_H_
#define COHERENT_LIB_NET_DEFAULT_NETWORK_H_

#include "lib/net/load.h"

namespace coherent::net {

// SHA-256 of the header and payload of testdata/nets/main.net. It has to change with the file: the
// build cannot see that a source embeds another file, but it sees that this line is another.
inline constexpr char kDefaultNetHash[] =
    "f6ef26068fee826c4d2b787c2bb62aed5329bdd35fb56de8797a2814862971d8";

// testdata/nets/main.net, or what COHERENT_DEFAULT_NET named when this was compiled. Made at the
// first call; from any thread.
const LoadedNetwork& DefaultNetwork();

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_DEFAULT_NETWORK_H_
