// The layers after the first: small, but worked through for every position.
#ifndef COHERENT_LIB_TRAIN_HEAD_H_
#define COHERENT_LIB_TRAIN_HEAD_H_

#include <span>
#include <vector>

#include "lib/train/checkpoint.h"
#include "lib/train/first_layer.h"
#include "lib/train/kernels/kernels.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

class Head {
 public:
  Head(const Shape& shape, int blocks, const Kernels& kernels);

  using Member = FirstLayer::Member;
  void Load(const Weights& weights, Member member);
  void Store(Member member, Weights& weights) const;
  // After all of Load, before the first step.
  void FinishLoading();

  // The net's output for each position; activations as in kernels.h.
  void Forward(const float* activations, std::span<float> outputs, ThreadPool& pool) const;

  // One step: moves the weights, replaces activations by the gradients of the sums they come from,
  // and returns the sum of the errors. `sum` as in first_layer.h, with block = `blocks`.
  double Step(float* activations, std::span<const float> targets, const AdamStep& step,
              const GradientSum& sum, ThreadPool& pool);

 private:
  // All arrays of the head one behind the other: in this order, layer 2's weights padded.
  struct Arrays {
    size_t weights2, bias2, weights3, bias3, weights4, bias4, end;
  };
  template <class Visit>
  void ForEachPart(Visit visit) const;
  HeadShape ShapeFor(int positions) const { return {blocks_, 2 * positions, hidden2_, hidden3_}; }
  HeadWeights CurrentWeights() const;
  HeadGradients GradientsIn(float* arrays) const;
  double StepChunk(float* activations, std::span<const float> targets, int first, int end,
                   float* gradients) const;

  const Kernels& kernels_;
  int width_;
  int blocks_;
  int hidden2_;
  int hidden3_;
  Arrays at_;
  Parameters parameters_;
  std::vector<float> weights3_transposed_;
  std::vector<float> gradients_;  // of each chunk
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_HEAD_H_
