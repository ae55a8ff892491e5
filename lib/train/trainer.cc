#include "lib/train/trainer.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/train/kernels/dispatch.h"

namespace coherent::train {
namespace {

// A batch is never larger than the set.
size_t BatchOf(const Recipe& recipe, const Dataset& training) {
  return std::min<size_t>(recipe.batch, training.size());
}

struct Schedules {
  Schedule rate;
  Schedule result_share;
};

absl::StatusOr<Schedules> ResolveSchedules(const Recipe& recipe, const Dataset& training) {
  if (training.size() == 0) return absl::InvalidArgumentError("no positions to train on");
  const i64 steps = static_cast<i64>(training.size() / BatchOf(recipe, training)) * recipe.epochs;
  ASSIGN_OR_RETURN(Schedule rate, recipe.rate.Resolve("rate", steps));
  ASSIGN_OR_RETURN(Schedule share, recipe.result_share.Resolve("result_share", steps));
  return Schedules{std::move(rate), std::move(share)};
}

}  // namespace

Trainer::Trainer(const Input& input, Schedule rate, Schedule result_share)
    : run_(input.run),
      recipe_(input.recipe),
      check_(input.check),
      pool_(input.pool),
      rate_(std::move(rate)),
      result_share_(std::move(result_share)),
      steps_of_epoch_(
          static_cast<i64>(input.training.size() / BatchOf(input.recipe, input.training))),
      order_(input.training, input.recipe.seed),
      positions_(BatchOf(input.recipe, input.training)) {}

absl::StatusOr<std::unique_ptr<Trainer>> Trainer::With(const Input& input, const Shape& shape,
                                                       std::unique_ptr<Model> model) {
  ASSIGN_OR_RETURN(Schedules schedules, ResolveSchedules(input.recipe, input.training));
  std::unique_ptr<Trainer> trainer(
      new Trainer(input, std::move(schedules.rate), std::move(schedules.result_share)));
  trainer->shape_ = shape;
  trainer->model_ = std::move(model);
  trainer->batch_ = std::make_unique<Batch>(trainer->model_->rows());
  return trainer;
}

absl::StatusOr<std::unique_ptr<Trainer>> Trainer::Start(const Input& input, const Checkpoint& net) {
  return With(input, net.shape, std::make_unique<Model>(net, BestKernels(), input.pool));
}

absl::StatusOr<std::unique_ptr<Trainer>> Trainer::Resume(const Input& input,
                                                         const TrainingState& state) {
  ASSIGN_OR_RETURN(
      std::unique_ptr<Trainer> trainer,
      With(input, state.net.shape, std::make_unique<Model>(state, BestKernels(), input.pool)));
  RETURN_IF_ERROR(trainer->RestoreProgress(state.progress));
  return trainer;
}

void Trainer::Step() {
  const i64 epoch = step_ / steps_of_epoch_, index = step_ % steps_of_epoch_;
  if (epoch != epoch_in_order_) order_.Begin(epoch);
  epoch_in_order_ = epoch;
  ++step_;
  order_.Copy(static_cast<size_t>(index) * positions_.size(), positions_, pool_);
  batch_->Fill(positions_, result_share_.At(step_), pool_);
  batch_->Invert(pool_);
  error_sum_ += model_->Step(*batch_, MakeAdamSteps(recipe_.adam, rate_.At(step_), step_));
  ++error_steps_;
}

TrainingReport Trainer::Report() {
  TrainingReport report = {.step = step_,
                           .epoch = (step_ - 1) / steps_of_epoch_ + 1,
                           .rate = rate_.At(step_),
                           .result_share = result_share_.At(step_)};
  if (error_steps_ > 0) {
    report.training_error = error_sum_ / static_cast<double>(error_steps_ * batch_positions());
  }
  error_sum_ = 0;
  error_steps_ = 0;
  if (check_.size() > 0) {
    const std::vector<float> outputs = Outputs(*model_, check_.positions(), pool_);
    const PackageSums errors = Errors(check_, outputs, recipe_.final_result_share());
    report.check_error = errors.Mean();
    report.check_interval = BootstrapMean(errors, recipe_.seed);
    shape_.architecture.output_scale = FitOutputScale(check_.positions(), outputs);
    report.output_scale = shape_.architecture.output_scale;
  }
  return report;
}

TrainingState Trainer::State() const {
  return {.net = Net(),
          .first_moments = model_->CopyFirstMoments(),
          .second_moments = model_->CopySecondMoments(),
          .progress = Json({{"run", run_},
                            {"step", step_},
                            {"error_sum", error_sum_},
                            {"error_steps", error_steps_}})
                          .dump()};
}

absl::Status Trainer::RestoreProgress(const std::string& progress) {
  ASSIGN_OR_RETURN(const Json json, ParseJson("the state's progress", progress));
  if (!json.is_object() || json.value("run", Json()) != run_) {
    return absl::InvalidArgumentError(
        absl::StrCat("the state is of another run: found ", progress, ", expected run ", run_));
  }
  const Json step = json.value("step", Json());
  if (!step.is_number_unsigned() || step.get<u64>() > static_cast<u64>(total_steps())) {
    return absl::InvalidArgumentError(absl::StrCat("the state's progress: found ", progress,
                                                   ", expected a step up to ", total_steps()));
  }
  step_ = step.get<i64>();
  error_sum_ = json.value("error_sum", 0.0);
  error_steps_ = json.value("error_steps", i64{0});
  return absl::OkStatus();
}

}  // namespace coherent::train
