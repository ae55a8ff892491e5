#include "lib/export/bounds.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/export/witness.h"

namespace coherent::exporting {
namespace {

i64 RangeOf(const net::ZeroPoints& points, int neuron) {
  return i64{points.upper[neuron]} - points.lower[neuron];
}

absl::Status Refuse(absl::string_view name, const net::Network& network,
                    const net::ZeroPoints& points, int steps) {
  int worst = 0, count = 0;
  for (int neuron = 0; neuron < network.architecture.width; ++neuron) {
    if (RangeOf(points, neuron) > kWidestRange) ++count;
    if (RangeOf(points, neuron) > RangeOf(points, worst)) worst = neuron;
  }
  const NeuronWeights weights(network, worst);
  const Witness largest = FindExtreme(weights, Extreme::kLargest, steps);
  const Witness smallest = FindExtreme(weights, Extreme::kSmallest, steps);
  const bool reached = largest.sum - smallest.sum > kWidestRange;
  return absl::FailedPreconditionError(absl::StrCat(
      name, ": neuron ", worst, ": range of sums: found ", RangeOf(points, worst), " (",
      points.lower[worst], " to ", points.upper[worst], "), expected at most ", kWidestRange,
      " so that sums fit 16 bits; ", count, count == 1 ? " such neuron; " : " such neurons; ",
      reached ? "reached" : "not proved, and not disproved", ": sum ", largest.sum, " in \"",
      largest.fen, "\", sum ", smallest.sum, " in \"", smallest.fen, "\""));
}

}  // namespace

absl::StatusOr<net::ZeroPoints> ProveSumsFit16Bits(absl::string_view name,
                                                   const net::Network& network, int steps) {
  net::ZeroPoints points = net::ChargeBounds(network);
  if (!net::FitsInt16(points)) return Refuse(name, network, points, steps);
  return points;
}

}  // namespace coherent::exporting
