// The proof that the first layer's sums fit 16 bits around a zero point, or a refusal that shows
// why not (docs/export.md).
#ifndef COHERENT_LIB_EXPORT_BOUNDS_H_
#define COHERENT_LIB_EXPORT_BOUNDS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/net/network.h"
#include "lib/net/zero_point.h"

namespace coherent::exporting {

// The widest range of sums that fits: the zero point in its middle is rounded down, so of 65,536
// values one is out of reach.
inline constexpr i64 kWidestRange = 65'534;

// The bounds of every neuron: the charge bound, and the line bound too where the first is too wide.
// FailedPrecondition if a range stays too wide: with `name`, a neuron, its bounds, and the
// positions with the largest and smallest sum that a search of `steps` tries finds.
absl::StatusOr<net::ZeroPoints> ProveSumsFit16Bits(absl::string_view name,
                                                   const net::Network& network, int steps);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_BOUNDS_H_
