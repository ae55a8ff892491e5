#include "lib/net/proof32.h"

#include <algorithm>
#include <limits>
#include <span>

#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"

namespace coherent::net {
namespace {

using Limits = std::numeric_limits<i32>;

// `weights` are those of neuron after neuron.
absl::Status ProveLayer(absl::string_view name, std::span<const i16> weights,
                        std::span<const i32> bias) {
  const size_t inputs = weights.size() / bias.size();
  for (size_t k = 0; k < bias.size(); ++k) {
    i64 lowest = std::min(0, bias[k]), highest = std::max(0, bias[k]);
    for (const i16 weight : weights.subspan(k * inputs, inputs)) {
      lowest += std::min<i64>(0, weight) * kActivationMax;
      highest += std::max<i64>(0, weight) * kActivationMax;
    }
    if (lowest >= Limits::min() && highest <= Limits::max()) continue;
    return absl::FailedPreconditionError(
        absl::StrCat(name, ", neuron ", k, ": sums: found ", lowest, " to ", highest,
                     " possible, expected within ", Limits::min(), " to ", Limits::max()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ProveSumsFit32Bits(absl::string_view name, const Network& network) {
  RETURN_IF_ERROR(ProveLayer(absl::StrCat(name, ": hidden layer 2"), network.hidden2_weights,
                             network.hidden2_bias));
  RETURN_IF_ERROR(ProveLayer(absl::StrCat(name, ": hidden layer 3"), network.hidden3_weights,
                             network.hidden3_bias));
  return ProveLayer(absl::StrCat(name, ": output"), network.output_weights,
                    std::span(&network.output_bias, 1));
}

}  // namespace coherent::net
