#include "lib/net/prepared.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "lib/net/fold.h"
#include "lib/net/rows8.h"

namespace coherent::net {
namespace {

// What the kernels ask of the number of outputs.
constexpr int kHiddenMultiple = 16;
constexpr int kDotMultiple = 32;

constexpr int RoundUp(int value, int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

bool IsZero(std::span<const i16> row) {
  return std::all_of(row.begin(), row.end(), [](i16 weight) { return weight == 0; });
}

PreparedLayer PrepareLayer(std::span<const i16> weights, std::span<const i32> bias,
                           int padded_inputs, int padded_outputs) {
  const size_t inputs = weights.size() / bias.size();
  PreparedLayer layer;
  layer.outputs = padded_outputs;
  layer.weights = HugeArray<i16>(size_t{1} * padded_inputs * padded_outputs);
  layer.bias = HugeArray<i32>(padded_outputs);
  std::copy(bias.begin(), bias.end(), layer.bias.begin());
  for (size_t k = 0; k < bias.size(); ++k) {
    for (size_t i = 0; i < inputs; ++i) {
      layer.weights[2 * (i / 2 * padded_outputs + k) + i % 2] = weights[k * inputs + i];
    }
  }
  return layer;
}

void PrepareSums(const ZeroPoints& points, PreparedNetwork& prepared) {
  using Limits = std::numeric_limits<i16>;
  const int width = prepared.architecture.width;
  prepared.sums_fit_16_bits = FitsInt16(points);
  prepared.start = HugeArray<i16>(width);
  prepared.offsets = HugeArray<i16>(width);
  prepared.more_offsets = HugeArray<i16>(width);
  bool split = false;
  for (int j = 0; j < width; ++j) {
    prepared.start[j] = static_cast<i16>(-points.zero[j]);
    // Sums are above -2^15 and below 2^15: further away an activation is at its end anyway.
    const i64 offset = std::clamp<i64>(i64{points.zero[j]} + prepared.input_bias[j],
                                       i64{2} * Limits::min(), i64{2} * Limits::max());
    prepared.offsets[j] = static_cast<i16>(std::clamp<i64>(offset, Limits::min(), Limits::max()));
    prepared.more_offsets[j] = static_cast<i16>(offset - prepared.offsets[j]);
    split = split || prepared.more_offsets[j] != 0;
  }
  if (!split) prepared.more_offsets = {};
}

}  // namespace

ThreatTable::ThreatTable(const Network& network, const RowChoice& choice)
    : width_(network.architecture.width), places_(network.architecture.threat_rows, kNowhere) {
  const Fold fold = choice.fold ? Fold::Of(network) : Fold::None(network.architecture);
  std::vector<i16> buffer(width_);
  std::vector<u32> folded_places(fold.rows(), kNowhere);
  u32 wide_rows = 0, narrow_rows = 0;
  for (int row = 0; row < fold.rows(); ++row) {
    const std::span<const i16> weights = fold.Row(network, row, buffer);
    if (IsZero(weights)) continue;
    const bool narrow = choice.rows8 && IsNarrow(weights);
    folded_places[row] = narrow ? 2 * narrow_rows++ : 2 * wide_rows++ + 1;
  }
  wide_ = HugeArray<i16>(size_t{wide_rows} * width_);
  narrow_ = HugeArray<i8>(size_t{narrow_rows} * width_);
  for (int row = 0; row < fold.rows(); ++row) {
    const u32 place = folded_places[row];
    if (place == kNowhere) continue;
    const std::span<const i16> weights = fold.Row(network, row, buffer);
    const size_t first = size_t{place >> 1} * width_;
    if ((place & 1) != 0) {
      std::copy(weights.begin(), weights.end(), &wide_[first]);
    } else {
      std::copy(weights.begin(), weights.end(), &narrow_[first]);
    }
  }
  for (size_t row = 0; row < places_.size(); ++row) {
    const std::optional<int> folded = fold.RowOf(static_cast<int>(row));
    if (folded) places_[row] = folded_places[*folded];
  }
}

PreparedNetwork Prepare(Network network, const std::optional<ZeroPoints>& points,
                        const RowChoice& choice) {
  PreparedNetwork prepared;
  prepared.architecture = network.architecture;
  prepared.input_bias = network.input_bias;
  PrepareSums(points ? *points : ChargeBounds(network), prepared);
  if (network.architecture.has_threats()) prepared.threats = ThreatTable(network, choice);
  prepared.piece_rows = std::move(network.piece_rows);
  const int hidden2 = RoundUp(network.architecture.hidden2, kHiddenMultiple);
  const int hidden3 = RoundUp(network.architecture.hidden3, kDotMultiple);
  prepared.hidden2 = PrepareLayer(network.hidden2_weights, network.hidden2_bias,
                                  2 * network.architecture.width, hidden2);
  prepared.hidden3 = PrepareLayer(network.hidden3_weights, network.hidden3_bias, hidden2, hidden3);
  prepared.output_weights = HugeArray<i16>(hidden3);
  std::copy(network.output_weights.begin(), network.output_weights.end(),
            prepared.output_weights.begin());
  prepared.output_bias = network.output_bias;
  return prepared;
}

}  // namespace coherent::net
