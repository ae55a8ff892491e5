#include "lib/train/model.h"

namespace coherent::train {

Model::Model(const Checkpoint& start, const Kernels& kernels, ThreadPool& pool)
    : shape_(start.shape),
      rows_(shape_),
      first_layer_(shape_, rows_, kernels),
      head_(shape_, first_layer_.blocks(), kernels),
      pool_(pool) {
  Load(start.weights, &Parameters::weights);
  first_layer_.FinishLoading();
  head_.FinishLoading();
}

Model::Model(const TrainingState& state, const Kernels& kernels, ThreadPool& pool)
    : Model(state.net, kernels, pool) {
  Load(state.first_moments, &Parameters::first_moments);
  Load(state.second_moments, &Parameters::second_moments);
  first_layer_.FinishLoading();
}

void Model::Load(const Weights& weights, FirstLayer::Member member) {
  first_layer_.Load(weights, member);
  head_.Load(weights, member);
}

Weights Model::Copy(FirstLayer::Member member) const {
  Weights weights = ZeroWeights(shape_);
  first_layer_.Store(member, weights);
  head_.Store(member, weights);
  return weights;
}

void Model::Reserve(int views) {
  const size_t size = size_t{1} * first_layer_.blocks() * views * kBlock;
  if (activations_.size() < size) activations_ = HugeArray<float>(size);
}

void Model::Forward(const Batch& batch) {
  Reserve(batch.views());
  pool_.For(first_layer_.blocks(), [&](int block) {
    first_layer_.Forward(block, batch.rows_of_views(), batch.views(),
                         BlockActivations(block, batch.views()));
  });
}

void Model::Evaluate(const Batch& batch, std::span<float> outputs) {
  Forward(batch);
  head_.Forward(activations_.data(), outputs, pool_);
}

double Model::Step(const Batch& batch, const AdamSteps& steps, const GradientSum& sum) {
  Forward(batch);
  const double error = head_.Step(activations_.data(), batch.targets(), steps.decaying, sum, pool_);
  first_layer_.BeginStep(batch.views_of_rows());
  pool_.For(first_layer_.blocks(), [&](int block) {
    first_layer_.Backward(block, batch.views_of_rows(), batch.views(),
                          BlockActivations(block, batch.views()), steps, sum);
  });
  return error;
}

AdamSteps MakeAdamSteps(const AdamOptions& options, double rate, i64 moment_steps) {
  return {.decaying = MakeAdamStep(options, rate, options.weight_decay, moment_steps),
          .plain = MakeAdamStep(options, rate, 0, moment_steps)};
}

}  // namespace coherent::train
