#include "lib/train/initial.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/random.h"
#include "lib/base/status_macros.h"

namespace coherent::train {
namespace {

// About the number of piece rows a view switches on in a middlegame, times some: sums of that many
// weights stay well inside 0 to 1 around the bias.
constexpr double kInputSpread = 0.04;
constexpr float kInputBias = 0.2f;  // most neurons begin inside their limits

class Filler {
 public:
  explicit Filler(u64 seed) : random_(seed) {}

  float Uniform(double spread) {
    return static_cast<float>(spread * (2 * random_.NextDouble() - 1));
  }
  void Fill(std::vector<float>& values, double spread) {
    for (float& value : values) value = Uniform(spread);
  }

 private:
  Random random_;
};

double SpreadFor(int inputs) { return 1 / std::sqrt(static_cast<double>(inputs)); }

// A matrix of the checkpoint.
struct Matrix {
  std::vector<float>& values;
  int columns;

  float& At(int row, int column) { return values[size_t{1} * row * columns + column]; }
};

// Copies the old rows, each to the left of its new one.
void CopyRows(const std::vector<float>& old, int old_columns, std::vector<float>& to, int columns) {
  for (size_t row = 0; row * old_columns < old.size(); ++row) {
    std::copy_n(&old[row * old_columns], old_columns, &to[row * columns]);
  }
}

absl::Status CheckGrowth(const Shape& from, const Shape& to) {
  const net::Architecture &a = from.architecture, &b = to.architecture;
  struct Dimension {
    absl::string_view name;
    int from, to;
  };
  for (const Dimension& d : {
           Dimension{"width", a.width, b.width},
           Dimension{"threat rows", a.threat_rows, b.threat_rows},
           Dimension{"hidden 2", a.hidden2, b.hidden2},
           Dimension{"hidden 3", a.hidden3, b.hidden3},
           Dimension{"shared piece rows", from.shared_piece_rows ? 1 : 0,
                     to.shared_piece_rows ? 1 : 0},
       }) {
    if (d.to >= d.from) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("widening: ", d.name, ": found ", d.to, ", expected at least ", d.from));
  }
  if (a.buckets == b.buckets && a.bucket_table == b.bucket_table) return absl::OkStatus();
  return absl::InvalidArgumentError("widening: the buckets must be those of the old net");
}

// New columns of the first layer: random piece rows, no threats.
void WidenFirstLayer(const Checkpoint& old, Checkpoint& net, Filler& filler) {
  const int width = net.shape.architecture.width, old_width = old.shape.architecture.width;
  const auto widen = [&](std::vector<float> Weights::*tensor, double spread) {
    std::vector<float>& to = net.weights.*tensor;
    Matrix matrix = {to, width};
    for (int row = 0; row < static_cast<int>(to.size()) / width; ++row) {
      for (int column = old_width; column < width; ++column) {
        matrix.At(row, column) = spread == 0 ? 0.0f : filler.Uniform(spread);
      }
    }
    CopyRows(old.weights.*tensor, old_width, to, width);
  };
  widen(&Weights::piece, kInputSpread);
  widen(&Weights::shared_piece, 0);
  widen(&Weights::fine_threat, 0);
  widen(&Weights::coarse_threat, 0);
  std::fill(net.weights.input_bias.begin(), net.weights.input_bias.end(), kInputBias);
  CopyRows(old.weights.input_bias, old_width, net.weights.input_bias, width);
}

// Old neurons of a layer see new inputs with weight zero; new neurons see everything.
// `position(i)` is where old input `i` is now.
template <class Position>
void WidenLayer(const std::vector<float>& old, int old_inputs, std::vector<float>& to, int inputs,
                Position position, Filler& filler) {
  const int old_neurons = static_cast<int>(old.size()) / old_inputs;
  const int neurons = static_cast<int>(to.size()) / inputs;
  Matrix matrix = {to, inputs};
  for (int neuron = old_neurons; neuron < neurons; ++neuron) {
    for (int i = 0; i < inputs; ++i) matrix.At(neuron, i) = filler.Uniform(SpreadFor(inputs));
  }
  for (int neuron = 0; neuron < old_neurons; ++neuron) {
    for (int i = 0; i < old_inputs; ++i) {
      matrix.At(neuron, position(i)) = old[size_t{1} * neuron * old_inputs + i];
    }
  }
}

}  // namespace

Checkpoint InitialNet(const Shape& shape, u64 seed) {
  Checkpoint net = {.shape = shape, .weights = ZeroWeights(shape)};
  const net::Architecture& a = shape.architecture;
  Weights& w = net.weights;
  Filler filler(seed);
  filler.Fill(shape.shared_piece_rows ? w.shared_piece : w.piece, kInputSpread);
  std::fill(w.input_bias.begin(), w.input_bias.end(), kInputBias);
  filler.Fill(w.hidden2_weights, SpreadFor(2 * a.width));
  std::fill(w.hidden2_bias.begin(), w.hidden2_bias.end(), kInputBias);
  filler.Fill(w.hidden3_weights, SpreadFor(a.hidden2));
  std::fill(w.hidden3_bias.begin(), w.hidden3_bias.end(), kInputBias);
  filler.Fill(w.output_weights, SpreadFor(a.hidden3));
  return net;
}

absl::StatusOr<Checkpoint> Widen(const Checkpoint& old, const Shape& shape, u64 seed) {
  RETURN_IF_ERROR(CheckGrowth(old.shape, shape));
  const net::Architecture &from = old.shape.architecture, &a = shape.architecture;
  Checkpoint net = {.shape = shape, .weights = ZeroWeights(shape)};
  net.shape.architecture.output_scale = from.output_scale;
  Filler filler(seed);
  WidenFirstLayer(old, net, filler);
  const Weights& o = old.weights;
  Weights& w = net.weights;
  const auto both_sides = [&](int i) { return i < from.width ? i : i - from.width + a.width; };
  const auto same = [](int i) { return i; };
  WidenLayer(o.hidden2_weights, 2 * from.width, w.hidden2_weights, 2 * a.width, both_sides, filler);
  WidenLayer(o.hidden3_weights, from.hidden2, w.hidden3_weights, a.hidden2, same, filler);
  std::copy(o.hidden2_bias.begin(), o.hidden2_bias.end(), w.hidden2_bias.begin());
  std::copy(o.hidden3_bias.begin(), o.hidden3_bias.end(), w.hidden3_bias.begin());
  std::copy(o.output_weights.begin(), o.output_weights.end(), w.output_weights.begin());
  w.output_bias = o.output_bias;
  return net;
}

}  // namespace coherent::train
