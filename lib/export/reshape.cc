#include "lib/export/reshape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/random.h"

namespace coherent::exporting {
namespace {

// The largest weight of a new neuron, and its bias: 0.04 and 0.2, as in training.
constexpr int kNewWeight = 10;
constexpr i16 kNewBias = 51;

// Fills each row of `to` with the chosen columns of the same row of `from`.
void ChooseColumns(std::span<const i16> from, size_t from_width, std::span<const int> columns,
                   std::span<i16> to) {
  for (size_t row = 0; row * from_width < from.size(); ++row) {
    for (size_t j = 0; j < columns.size(); ++j) {
      to[row * columns.size() + j] = from[row * from_width + columns[j]];
    }
  }
}

net::Network EmptyLike(const net::Network& network, int width) {
  net::Architecture shape = network.architecture;
  shape.width = width;
  net::Network result(shape);
  result.hidden2_bias = network.hidden2_bias;
  result.hidden3_weights = network.hidden3_weights;
  result.hidden3_bias = network.hidden3_bias;
  result.output_weights = network.output_weights;
  result.output_bias = network.output_bias;
  return result;
}

// The spread of the neuron's activation in one half of the next layer's inputs.
double Spread(const Activity& activity, int neuron, int half) {
  const Activity::Moments& moments = activity.activations[neuron];
  const auto count = static_cast<double>(activity.positions);
  const double mean = static_cast<double>(moments.sum[half]) / count;
  const double square = static_cast<double>(moments.sum_of_squares[half]) / count;
  return std::sqrt(std::max(0.0, square - mean * mean));
}

// The next layer's weights of a neuron, by half of its inputs.
std::array<i16, 2> WeightsOf(const net::Network& network, int output, int neuron) {
  const size_t width = network.architecture.width;
  const size_t row = 2 * width * output;
  return {network.hidden2_weights[row + neuron], network.hidden2_weights[row + width + neuron]};
}

double Importance(const net::Network& network, const Activity& activity, int neuron) {
  std::array<i64, 2> weights = {};
  for (int output = 0; output < network.architecture.hidden2; ++output) {
    const auto [own, other] = WeightsOf(network, output, neuron);
    weights[0] += std::abs(own);
    weights[1] += std::abs(other);
  }
  return static_cast<double>(weights[0]) * Spread(activity, neuron, 0) +
         static_cast<double>(weights[1]) * Spread(activity, neuron, 1);
}

i64 RoundedQuotient(i64 a, i64 b) { return (a < 0 ? a - b / 2 : a + b / 2) / b; }

// What `neurons` contribute to an output of the next layer on average.
i64 MeanContribution(const net::Network& network, const Activity& activity, int output,
                     std::span<const int> neurons) {
  i64 sum = 0;
  for (const int neuron : neurons) {
    const auto weights = WeightsOf(network, output, neuron);
    const auto& sums = activity.activations[neuron].sum;
    sum += weights[0] * sums[0] + weights[1] * sums[1];
  }
  return RoundedQuotient(sum, activity.positions);
}

}  // namespace

net::Network WithNeurons(const net::Network& network, std::span<const int> neurons) {
  const int old_width = network.architecture.width;
  net::Network result = EmptyLike(network, static_cast<int>(neurons.size()));
  ChooseColumns(network.piece_rows.span(), old_width, neurons, result.piece_rows.span());
  ChooseColumns(network.threat_rows.span(), old_width, neurons, result.threat_rows.span());
  ChooseColumns(network.input_bias, old_width, neurons, result.input_bias);
  std::vector<int> inputs(neurons.begin(), neurons.end());
  for (const int neuron : neurons) inputs.push_back(old_width + neuron);
  ChooseColumns(network.hidden2_weights, 2 * old_width, inputs, result.hidden2_weights);
  return result;
}

net::Network Widened(const net::Network& network, int width, u64 seed) {
  const size_t old_width = network.architecture.width, new_width = width;
  net::Network result = EmptyLike(network, width);
  Random random(seed);
  const auto copy_rows = [&](std::span<const i16> from, std::span<i16> to) {
    for (size_t row = 0; row * old_width < from.size(); ++row) {
      std::copy_n(&from[row * old_width], old_width, &to[row * new_width]);
    }
  };
  copy_rows(network.piece_rows.span(), result.piece_rows.span());
  copy_rows(network.threat_rows.span(), result.threat_rows.span());
  copy_rows(network.input_bias, result.input_bias);
  // Each half of the next layer's inputs is such a row too.
  copy_rows(network.hidden2_weights, result.hidden2_weights);
  for (int row = 0; row < network.architecture.piece_rows(); ++row) {
    for (size_t j = old_width; j < new_width; ++j) {
      const int weight = static_cast<int>(random.Below(2 * kNewWeight + 1)) - kNewWeight;
      result.piece_rows[row * new_width + j] = static_cast<i16>(weight);
    }
  }
  std::fill(result.input_bias.begin() + static_cast<ptrdiff_t>(old_width), result.input_bias.end(),
            kNewBias);
  return result;
}

absl::StatusOr<Pruned> Prune(absl::string_view name, const net::Network& network,
                             const Activity& activity, int width) {
  std::vector<double> importance;
  for (int neuron = 0; neuron < network.architecture.width; ++neuron) {
    importance.push_back(Importance(network, activity, neuron));
  }
  std::vector<int> neurons(importance.size());
  std::iota(neurons.begin(), neurons.end(), 0);
  std::stable_sort(neurons.begin(), neurons.end(),
                   [&](int a, int b) { return importance[a] > importance[b]; });
  std::sort(neurons.begin(), neurons.begin() + width);
  std::sort(neurons.begin() + width, neurons.end());
  Pruned pruned = {.network = WithNeurons(network, std::span(neurons).first(width)),
                   .dropped = {neurons.begin() + width, neurons.end()}};
  for (int output = 0; output < network.architecture.hidden2; ++output) {
    const i64 bias =
        network.hidden2_bias[output] + MeanContribution(network, activity, output, pruned.dropped);
    using Limits = std::numeric_limits<i32>;
    if (bias < Limits::min() || bias > Limits::max()) {
      return absl::FailedPreconditionError(absl::StrCat(name, ": hidden layer 2, bias ", output,
                                                        ": found ", bias,
                                                        " after pruning, expected 32 bits"));
    }
    pruned.network.hidden2_bias[output] = static_cast<i32>(bias);
  }
  return pruned;
}

}  // namespace coherent::exporting
