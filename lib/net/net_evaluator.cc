#include "lib/net/net_evaluator.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lib/net/features.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

std::vector<i32> WideSums(const PreparedNetwork& network, const Board& board, Color color) {
  const int width = network.architecture.width;
  std::vector<i32> sums(network.input_bias.begin(), network.input_bias.end());
  const auto add = [&sums](const auto* row) {
    for (size_t j = 0; j < sums.size(); ++j) sums[j] += row[j];
  };
  for (const int row : PieceRows(network.architecture.bucket_table, board, color)) {
    add(&network.piece_rows[size_t{1} * row * width]);
  }
  if (network.architecture.has_threats()) {
    for (const int row : ThreatRows(board, color)) network.threats.Visit(row, add, add);
  }
  return sums;
}

}  // namespace

NetEvaluator::NetEvaluator(std::shared_ptr<const PreparedNetwork> network, const Kernels& kernels)
    : network_(std::move(network)),
      kernels_(kernels),
      accumulator_(*network_, kernels, kMaxMoves),
      activations_(size_t{2} * network_->architecture.width) {
  Reset(chess::Position());
}

int NetEvaluator::Evaluate(const chess::Position& position) {
  if (network_->sums_fit_16_bits) {
    ActivateBoth(position.side_to_move());
  } else {
    ActivateWide(accumulator_.board(), position.side_to_move());
  }
  return OutputOfActivations();
}

void NetEvaluator::ActivateBoth(Color side_to_move) {
  const int width = network_->architecture.width;
  accumulator_.Compute();
  i16* activations = activations_.data();
  for (const Color color : {side_to_move, !side_to_move}) {
    kernels_.activate(activations, accumulator_.Sums(color), network_->offsets.data(),
                      network_->more_offsets.data(), width);
    activations += width;
  }
}

void NetEvaluator::ActivateWide(const Board& board, Color side_to_move) {
  i16* activation = activations_.data();
  for (const Color color : {side_to_move, !side_to_move}) {
    for (const i32 sum : WideSums(*network_, board, color)) {
      *activation++ = static_cast<i16>(std::clamp(sum, 0, kActivationMax));
    }
  }
}

int NetEvaluator::OutputOfActivations() {
  alignas(kCacheLineBytes) i16 hidden2[128], hidden3[128];
  const PreparedLayer& layer2 = network_->hidden2;
  const PreparedLayer& layer3 = network_->hidden3;
  kernels_.hidden(hidden2, activations_.data(), network_->architecture.width, layer2.weights.data(),
                  layer2.bias.data(), layer2.outputs);
  kernels_.hidden(hidden3, hidden2, layer2.outputs / 2, layer3.weights.data(), layer3.bias.data(),
                  layer3.outputs);
  const i64 output = i64{network_->output_bias} +
                     kernels_.dot(hidden3, network_->output_weights.data(), layer3.outputs);
  return static_cast<int>(output * network_->architecture.output_scale / kOutputUnit);
}

}  // namespace coherent::net
