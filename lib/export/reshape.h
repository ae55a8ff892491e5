// A net with other first-layer neurons: in another order, with more, with fewer
// (docs/export.md, "--reorder"; docs/net.md, "widen" and "prune").
#ifndef COHERENT_LIB_EXPORT_RESHAPE_H_
#define COHERENT_LIB_EXPORT_RESHAPE_H_

#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/export/activity.h"
#include "lib/net/network.h"

namespace coherent::exporting {

// Neuron i of the result is neuron neurons[i] of `network`. A permutation of all neurons changes no
// value.
net::Network WithNeurons(const net::Network& network, std::span<const int> neurons);

// With more neurons, drawn by `seed`, and the same value for every position: what the next layer
// makes of the new ones is zero. They see what coherent-train's new neurons see: small piece rows,
// no threats.
net::Network Widened(const net::Network& network, int width, u64 seed);

struct Pruned {
  net::Network network;
  std::vector<int> dropped;  // ascending
};

// Without the neurons that matter least on the positions `activity` was measured on: the next
// layer's weights times the spread of the activation. What the dropped ones contribute on average
// goes into the next layer's bias. FailedPrecondition, with `name`, if a bias leaves 32 bits.
absl::StatusOr<Pruned> Prune(absl::string_view name, const net::Network& network,
                             const Activity& activity, int width);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_RESHAPE_H_
