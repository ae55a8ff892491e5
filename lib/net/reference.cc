#include "lib/net/reference.h"

#include <algorithm>
#include <span>

#include "lib/net/features.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

i64 Activate(i64 value) { return std::clamp<i64>(value, 0, kActivationMax); }

i64 Dot(std::span<const i64> inputs, const i16* weights) {
  i64 sum = 0;
  for (size_t i = 0; i < inputs.size(); ++i) sum += inputs[i] * weights[i];
  return sum;
}

std::vector<i64> HiddenLayer(std::span<const i64> inputs, std::span<const i16> weights,
                             std::span<const i32> bias) {
  std::vector<i64> outputs;
  for (size_t k = 0; k < bias.size(); ++k) {
    const i64 sum = bias[k] + Dot(inputs, &weights[k * inputs.size()]);
    outputs.push_back(Activate(sum >> kWeightShift));
  }
  return outputs;
}

}  // namespace

std::vector<i64> ReferenceRowSums(const Network& network, const Board& board, Color color) {
  std::vector<i64> sums(network.architecture.width, 0);
  const auto add = [&sums](std::span<const i16> row) {
    for (size_t j = 0; j < sums.size(); ++j) sums[j] += row[j];
  };
  for (const int row : PieceRows(network.architecture.bucket_table, board, color)) {
    add(network.PieceRow(row));
  }
  if (network.architecture.has_threats()) {
    for (const int row : ThreatRows(board, color)) add(network.ThreatRow(row));
  }
  return sums;
}

int ReferenceValue(const Network& network, const Board& board, Color side_to_move) {
  std::vector<i64> inputs;
  for (const Color color : {side_to_move, !side_to_move}) {
    const std::vector<i64> sums = ReferenceRowSums(network, board, color);
    for (size_t j = 0; j < sums.size(); ++j) {
      inputs.push_back(Activate(sums[j] + network.input_bias[j]));
    }
  }
  const auto hidden2 = HiddenLayer(inputs, network.hidden2_weights, network.hidden2_bias);
  const auto hidden3 = HiddenLayer(hidden2, network.hidden3_weights, network.hidden3_bias);
  const i64 output = network.output_bias + Dot(hidden3, network.output_weights.data());
  return static_cast<int>(output * network.architecture.output_scale / kOutputUnit);
}

}  // namespace coherent::net
