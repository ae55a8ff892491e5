// The bytes of the net that is compiled into the program, whichever slice of it runs.
#ifndef COHERENT_LIB_NET_EMBEDDED_NET_H_
#define COHERENT_LIB_NET_EMBEDDED_NET_H_

#include "absl/strings/string_view.h"

namespace coherent::net {

// The file that lib/net/embedded_net_file.h names, or what COHERENT_DEFAULT_NET named when this was
// compiled.
absl::string_view EmbeddedNet();
// Where those bytes came from, for messages.
absl::string_view EmbeddedNetName();

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_EMBEDDED_NET_H_
