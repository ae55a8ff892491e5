#include "lib/export/bounds.h"

#include <algorithm>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/progress.h"
#include "lib/export/line_bound.h"
#include "lib/export/witness.h"

namespace coherent::exporting {
namespace {

// Of improvement of a line bound: after as many more it would be a hundredth better.
constexpr int kRounds = 150;

i64 RangeOf(const net::ZeroPoints& points, int neuron) {
  return i64{points.upper[neuron]} - points.lower[neuron];
}

// The neurons that the charge bound does not let pass, the widest range first.
std::vector<int> TooWide(const net::ZeroPoints& points) {
  std::vector<int> neurons;
  for (int neuron = 0; neuron < static_cast<int>(points.zero.size()); ++neuron) {
    if (RangeOf(points, neuron) > kWidestRange) neurons.push_back(neuron);
  }
  std::stable_sort(neurons.begin(), neurons.end(),
                   [&](int a, int b) { return RangeOf(points, a) > RangeOf(points, b); });
  return neurons;
}

void Tighten(const NeuronWeights& weights, int neuron, net::ZeroPoints& points) {
  const Range range = LineBounds(weights, kRounds);
  i32& lower = points.lower[neuron];
  i32& upper = points.upper[neuron];
  lower = static_cast<i32>(std::max<i64>(lower, range.lower));
  upper = static_cast<i32>(std::min<i64>(upper, range.upper));
  points.zero[neuron] = net::Midpoint(lower, upper);
}

absl::Status Refuse(absl::string_view name, const NeuronWeights& weights, int neuron,
                    const net::ZeroPoints& points, int steps) {
  const Witness largest = FindExtreme(weights, Extreme::kLargest, steps);
  const Witness smallest = FindExtreme(weights, Extreme::kSmallest, steps);
  const bool reached = largest.sum - smallest.sum > kWidestRange;
  return absl::FailedPreconditionError(
      absl::StrCat(name, ": neuron ", neuron, ": range of sums: found ", RangeOf(points, neuron),
                   " (", points.lower[neuron], " to ", points.upper[neuron], "), expected at most ",
                   kWidestRange, " so that sums fit 16 bits; ",
                   reached ? "reached" : "not proved, and not disproved", ": sum ", largest.sum,
                   " in \"", largest.fen, "\", sum ", smallest.sum, " in \"", smallest.fen, "\""));
}

}  // namespace

absl::StatusOr<net::ZeroPoints> ProveSumsFit16Bits(absl::string_view name,
                                                   const net::Network& network, int steps) {
  net::ZeroPoints points = net::ChargeBounds(network);
  const std::vector<int> wide = TooWide(points);
  Progress progress(static_cast<i64>(wide.size()), "neurons bounded line by line");
  for (const int neuron : wide) {
    const NeuronWeights weights(network, neuron);
    Tighten(weights, neuron, points);
    if (RangeOf(points, neuron) > kWidestRange) return Refuse(name, weights, neuron, points, steps);
    progress.Advance();
  }
  return points;
}

}  // namespace coherent::exporting
