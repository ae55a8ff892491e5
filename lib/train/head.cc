#include "lib/train/head.h"

#include <algorithm>
#include <array>

#include "lib/base/int.h"
#include "lib/train/loss.h"

namespace coherent::train {
namespace {

// A batch is cut into so many parts, whatever the number of threads: the parts' gradients are added
// up in their order, so that the sums do not depend on it.
constexpr int kChunks = 16;

int ChunkStart(int positions, int chunk) {
  return static_cast<int>(i64{positions} * chunk / kChunks);
}

}  // namespace

Head::Head(const Shape& shape, int blocks, const Kernels& kernels)
    : kernels_(kernels),
      width_(shape.architecture.width),
      blocks_(blocks),
      hidden2_(shape.architecture.hidden2),
      hidden3_(shape.architecture.hidden3) {
  at_.weights2 = 0;
  at_.bias2 = size_t{2} * hidden2_ * blocks_ * kBlock;
  at_.weights3 = at_.bias2 + hidden2_;
  at_.bias3 = at_.weights3 + size_t{1} * hidden3_ * hidden2_;
  at_.weights4 = at_.bias3 + hidden3_;
  at_.bias4 = at_.weights4 + hidden3_;
  at_.end = at_.bias4 + 1;
  parameters_ = Parameters(at_.end);
  weights3_transposed_.resize(size_t{1} * hidden3_ * hidden2_);
  gradients_.resize(kChunks * at_.end);
}

// Visits every piece of a tensor that lies in one piece here: the tensor, where in it, where here,
// how long.
template <class Visit>
void Head::ForEachPart(Visit visit) const {
  for (int i = 0; i < 2 * hidden2_; ++i) {
    visit(&Weights::hidden2_weights, size_t{1} * i * width_,
          at_.weights2 + size_t{1} * i * blocks_ * kBlock, width_);
  }
  visit(&Weights::hidden2_bias, size_t{0}, at_.bias2, hidden2_);
  visit(&Weights::hidden3_weights, size_t{0}, at_.weights3, hidden3_ * hidden2_);
  visit(&Weights::hidden3_bias, size_t{0}, at_.bias3, hidden3_);
  visit(&Weights::output_weights, size_t{0}, at_.weights4, hidden3_);
  visit(&Weights::output_bias, size_t{0}, at_.bias4, 1);
}

void Head::Load(const Weights& weights, Member member) {
  ForEachPart([&](auto values, size_t from, size_t to, int count) {
    std::copy_n((weights.*values).data() + from, count, (parameters_.*member).data() + to);
  });
}

void Head::Store(Member member, Weights& weights) const {
  ForEachPart([&](auto values, size_t to, size_t from, int count) {
    std::copy_n((parameters_.*member).data() + from, count, (weights.*values).data() + to);
  });
}

void Head::FinishLoading() {
  const float* weights3 = parameters_.weights.data() + at_.weights3;
  for (int j = 0; j < hidden3_; ++j) {
    for (int i = 0; i < hidden2_; ++i) {
      weights3_transposed_[i * hidden3_ + j] = weights3[j * hidden2_ + i];
    }
  }
}

HeadWeights Head::CurrentWeights() const {
  const float* arrays = parameters_.weights.data();
  return {.weights2 = arrays + at_.weights2,
          .bias2 = arrays + at_.bias2,
          .weights3 = arrays + at_.weights3,
          .weights3_transposed = weights3_transposed_.data(),
          .bias3 = arrays + at_.bias3,
          .weights4 = arrays + at_.weights4,
          .bias4 = arrays[at_.bias4]};
}

HeadGradients Head::GradientsIn(float* arrays) const {
  return {.weights2 = arrays + at_.weights2,
          .bias2 = arrays + at_.bias2,
          .weights3 = arrays + at_.weights3,
          .bias3 = arrays + at_.bias3,
          .weights4 = arrays + at_.weights4,
          .bias4 = arrays + at_.bias4};
}

void Head::Forward(const float* activations, std::span<float> outputs, ThreadPool& pool) const {
  const int positions = static_cast<int>(outputs.size());
  const HeadWeights weights = CurrentWeights();
  pool.For((positions + kTile - 1) / kTile, [&](int i) {
    HeadTile tile;
    tile.first = i * kTile;
    tile.positions = std::min(kTile, positions - tile.first);
    kernels_.head_forward(ShapeFor(positions), weights, activations, tile);
    std::copy_n(tile.output, tile.positions, outputs.data() + tile.first);
  });
}

double Head::StepChunk(float* activations, std::span<const float> targets, int first, int end,
                       float* gradients) const {
  const int positions = static_cast<int>(targets.size());
  const HeadShape shape = ShapeFor(positions);
  const HeadWeights weights = CurrentWeights();
  std::fill_n(gradients, at_.end, 0.0f);
  double error = 0;
  HeadTile tile;
  for (tile.first = first; tile.first < end; tile.first += kTile) {
    tile.positions = std::min(kTile, end - tile.first);
    kernels_.head_forward(shape, weights, activations, tile);
    for (int p = 0; p < tile.positions; ++p) {
      const Loss loss = SquaredError(tile.output[p], targets[tile.first + p]);
      error += loss.error;
      tile.output_gradient[p] = static_cast<float>(loss.derivative / positions);
    }
    kernels_.head_backward(shape, weights, activations, tile, GradientsIn(gradients));
  }
  return error;
}

double Head::Step(float* activations, std::span<const float> targets, const AdamStep& step,
                  const GradientSum& sum, ThreadPool& pool) {
  const int positions = static_cast<int>(targets.size());
  std::array<double, kChunks> errors;
  pool.For(kChunks, [&](int chunk) {
    errors[chunk] = StepChunk(activations, targets, ChunkStart(positions, chunk),
                              ChunkStart(positions, chunk + 1), &gradients_[chunk * at_.end]);
  });
  constexpr int kParts = 16;
  const auto part_start = [this](int part) { return at_.end * part / kParts; };
  pool.For(kParts, [&](int part) {
    for (int chunk = 1; chunk < kChunks; ++chunk) {
      const float* from = &gradients_[chunk * at_.end];
      for (size_t i = part_start(part); i < part_start(part + 1); ++i) gradients_[i] += from[i];
    }
  });
  if (sum) sum(blocks_, std::span(gradients_).first(at_.end));
  pool.For(kParts, [&](int part) {
    const size_t at = part_start(part);
    kernels_.adam(step, &gradients_[at], part_start(part + 1) - at, parameters_.weights.data() + at,
                  parameters_.first_moments.data() + at, parameters_.second_moments.data() + at);
  });
  FinishLoading();
  double error = 0;
  for (const double part : errors) error += part;
  return error;
}

}  // namespace coherent::train
