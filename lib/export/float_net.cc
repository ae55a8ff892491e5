#include "lib/export/float_net.h"

#include <algorithm>
#include <vector>

#include "lib/export/merge.h"
#include "lib/net/features.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

std::vector<double> Next(const std::vector<double>& inputs, const std::vector<float>& weights,
                         const std::vector<float>& bias) {
  std::vector<double> outputs(bias.begin(), bias.end());
  auto weight = weights.begin();
  for (double& output : outputs) {
    for (const double input : inputs) output += input * *weight++;
  }
  return outputs;
}

void Limit(std::vector<double>& values) {
  for (double& value : values) value = std::clamp(value, 0.0, 1.0);
}

// Appends the first layer's activations in one side's view.
void AppendView(const train::Checkpoint& checkpoint, const net::Board& board, net::Color color,
                std::vector<double>& activations) {
  const net::Architecture& shape = checkpoint.shape.architecture;
  const std::vector<float>& bias = checkpoint.weights.input_bias;
  std::vector<double> sums(bias.begin(), bias.end()), row(shape.width);
  const auto add_row = [&] {
    for (size_t j = 0; j < sums.size(); ++j) sums[j] += row[j];
  };
  const MergedRows rows(checkpoint);
  for (const int index : net::PieceRows(shape.bucket_table, board, color)) {
    rows.PieceRow(index, row);
    add_row();
  }
  if (shape.has_threats()) {
    for (const int index : net::ThreatRows(board, color)) {
      rows.ThreatRow(index, row);
      add_row();
    }
  }
  Limit(sums);
  activations.insert(activations.end(), sums.begin(), sums.end());
}

}  // namespace

double FloatValue(const train::Checkpoint& checkpoint, const net::Board& board,
                  net::Color side_to_move) {
  const train::Weights& weights = checkpoint.weights;
  std::vector<double> values;
  AppendView(checkpoint, board, side_to_move, values);
  AppendView(checkpoint, board, !side_to_move, values);
  values = Next(values, weights.hidden2_weights, weights.hidden2_bias);
  Limit(values);
  values = Next(values, weights.hidden3_weights, weights.hidden3_bias);
  Limit(values);
  values = Next(values, weights.output_weights, weights.output_bias);
  return values[0] * checkpoint.shape.architecture.output_scale;
}

}  // namespace coherent::exporting
