// A float net that learns: forward, backward and one step of AdamW, for every shape of
// docs/net_format.md. The same on any number of threads, to the bit.
#ifndef COHERENT_LIB_TRAIN_MODEL_H_
#define COHERENT_LIB_TRAIN_MODEL_H_

#include <span>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/train/batch.h"
#include "lib/train/checkpoint.h"
#include "lib/train/first_layer.h"
#include "lib/train/head.h"
#include "lib/train/kernels/kernels.h"
#include "lib/train/optimizer.h"
#include "lib/train/rows.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

class Model {
 public:
  // Moments are zero. The pool must outlive the model.
  Model(const Checkpoint& start, const Kernels& kernels, ThreadPool& pool);
  // Goes on where a run was.
  Model(const TrainingState& state, const Kernels& kernels, ThreadPool& pool);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Shape& shape() const { return shape_; }
  const RowMap& rows() const { return rows_; }

  Weights CopyWeights() const { return Copy(&Parameters::weights); }
  Weights CopyFirstMoments() const { return Copy(&Parameters::first_moments); }
  Weights CopySecondMoments() const { return Copy(&Parameters::second_moments); }

  // The net's output for each of the batch's positions.
  void Evaluate(const Batch& batch, std::span<float> outputs);

  // Moves the weights against the gradient of the mean error and returns the sum of the errors
  // before. The batch has been inverted. Several machines that train together pass `sum` and
  // steps for the gradients it gives.
  double Step(const Batch& batch, const AdamSteps& steps, const GradientSum& sum = nullptr);

 private:
  Weights Copy(FirstLayer::Member member) const;
  void Load(const Weights& weights, FirstLayer::Member member);
  // Room for all activations of so many views.
  void Reserve(int views);
  void Forward(const Batch& batch);
  float* BlockActivations(int block, int views) {
    return activations_.data() + size_t{1} * block * views * kBlock;
  }

  Shape shape_;
  RowMap rows_;
  FirstLayer first_layer_;
  Head head_;
  ThreadPool& pool_;
  HugeArray<float> activations_;  // [block][view][kBlock]; gradients of the sums in backward
};

// Steps with decay for everything but threat rows.
AdamSteps MakeAdamSteps(const AdamOptions& options, double rate, i64 moment_steps);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_MODEL_H_
