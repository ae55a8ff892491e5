// The proof that the layers after the first never leave 32 bits, whatever the order of their sums
// (docs/net_format.md, section 4).
#ifndef COHERENT_LIB_NET_PROOF32_H_
#define COHERENT_LIB_NET_PROOF32_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "lib/net/network.h"

namespace coherent::net {

// FailedPrecondition naming `name`, layer, neuron and the sum if one may leave 32 bits.
absl::Status ProveSumsFit32Bits(absl::string_view name, const Network& network);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_PROOF32_H_
