// The exported net is the float net but for rounding: both are computed, the float net in double
// and from the checkpoint alone, and the difference is held to what rounding can do at most.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/chess/epd.h"
#include "lib/chess/testing.h"
#include "lib/export/float_net.h"
#include "lib/export/quantise.h"
#include "lib/net/board.h"
#include "lib/net/features.h"
#include "lib/net/reference.h"
#include "lib/net/threats.h"
#include "lib/train/checkpoint.h"
#include "lib/train/testing.h"

namespace coherent::exporting {
namespace {

using train::Checkpoint;

constexpr double kActivationUnit = 1.0 / 255, kWeightUnit = 1.0 / 16'384;

// Numbers of the float net, and how far those of the exported one may be from each.
struct Layer {
  std::vector<double> values;
  std::vector<double> margins;
};

void AddView(const Checkpoint& net, const net::Board& board, net::Color color, Layer& layer) {
  const train::Weights& w = net.weights;
  const auto width = static_cast<size_t>(net.shape.architecture.width);
  std::vector<double> sums(w.input_bias.begin(), w.input_bias.end());
  const auto add = [&](const std::vector<float>& rows, int row) {
    if (rows.empty()) return;
    for (size_t j = 0; j < width; ++j) sums[j] += rows[static_cast<size_t>(row) * width + j];
  };
  int rows = 0;
  for (const int row : net::PieceRows(net.shape.architecture.bucket_table, board, color)) {
    add(w.piece, row);
    add(w.shared_piece, row % 768);
    ++rows;
  }
  if (net.shape.architecture.has_threats()) {
    for (const int row : net::ThreatRows(board, color)) {
      add(w.fine_threat, row);
      add(w.coarse_threat, train::CoarseThreatRow(net::AllThreatPairs()[row]));
      ++rows;
    }
  }
  for (const double sum : sums) {
    layer.values.push_back(std::clamp(sum, 0.0, 1.0));
    // Each row and the bias are rounded once.
    layer.margins.push_back((rows + 1) * 0.5 * kActivationUnit);
  }
}

// One neuron behind `in`, not clamped, and its margin: that of the inputs, and half a unit a
// weight.
std::pair<double, double> Neuron(const Layer& in, const float* weights, float bias) {
  double value = bias, margin = 0.5 * kActivationUnit * kWeightUnit;
  for (size_t i = 0; i < in.values.size(); ++i) {
    value += weights[i] * in.values[i];
    margin += (std::abs(weights[i]) + 0.5 * kWeightUnit) * in.margins[i] +
              0.5 * kWeightUnit * in.values[i];
  }
  return {value, margin};
}

Layer Next(const Layer& in, const std::vector<float>& weights, const std::vector<float>& biases) {
  Layer out;
  for (size_t k = 0; k < biases.size(); ++k) {
    const auto [value, margin] = Neuron(in, &weights[k * in.values.size()], biases[k]);
    out.values.push_back(std::clamp(value, 0.0, 1.0));
    out.margins.push_back(margin + kActivationUnit);  // the shift rounds down
  }
  return out;
}

// The float net's value in centipawns, and how far the exported one's may be from it.
std::pair<double, double> ValueAndMargin(const Checkpoint& net, const net::Board& board,
                                         net::Color side_to_move) {
  Layer first;
  AddView(net, board, side_to_move, first);
  AddView(net, board, !side_to_move, first);
  const train::Weights& w = net.weights;
  const Layer last =
      Next(Next(first, w.hidden2_weights, w.hidden2_bias), w.hidden3_weights, w.hidden3_bias);
  const auto [value, margin] = Neuron(last, w.output_weights.data(), w.output_bias[0]);
  const int scale = net.shape.architecture.output_scale;
  return {value * scale, margin * scale + 1};  // the division rounds towards zero
}

TEST(RoundingTest, IsAllThatDistinguishesTheExportedNet) {
  const auto records = chess::ReadPositions("bench.epd");
  for (const int threat_rows : {0, net::kThreatRows}) {
    const train::Shape shape = train::SmallShape(64, threat_rows, /*shared_piece_rows=*/true);
    const Checkpoint checkpoint = {.shape = shape, .weights = train::RandomWeights(shape, 1)};
    const auto exported = Quantise("x", checkpoint, OutOfRange::kRefuse);
    ASSERT_THAT(exported, IsOk());
    double sum = 0, spread = 0;
    for (const chess::EpdRecord& record : records) {
      const net::Board board(record.position);
      const net::Color side = record.position.side_to_move();
      const auto [value, margin] = ValueAndMargin(checkpoint, board, side);
      const int found = net::ReferenceValue(exported->network, board, side);
      // The library's value of the float net is this one, but for sums in another order.
      EXPECT_NEAR(FloatValue(checkpoint, board, side), value, 1e-6);
      EXPECT_LE(std::abs(found - value), margin);
      sum += std::abs(found - value);
      spread += std::abs(value);
    }
    // Roundings go either way, so that usually little is left of what they can do at most.
    const auto count = static_cast<double>(records.size());
    EXPECT_LT(sum / count, 5) << "centipawns";
    EXPECT_GT(spread / count, 20) << "centipawns: or there is nothing to compare";
  }
}

}  // namespace
}  // namespace coherent::exporting
