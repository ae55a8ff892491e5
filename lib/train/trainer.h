// A training run: batches from a set in random order, schedules, checks against packages held out,
// and a state that continues to the bit.
#ifndef COHERENT_LIB_TRAIN_TRAINER_H_
#define COHERENT_LIB_TRAIN_TRAINER_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/train/batch.h"
#include "lib/train/check_set.h"
#include "lib/train/checkpoint.h"
#include "lib/train/dataset.h"
#include "lib/train/model.h"
#include "lib/train/recipe.h"
#include "lib/train/schedule.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

// What is known after some steps. Errors are means over positions.
struct TrainingReport {
  i64 step = 0;
  i64 epoch = 0;  // from 1
  double rate = 0;
  double result_share = 0;
  double training_error = 0;  // since the report before
  // Only with a check set. Its targets have the recipe's final result share.
  std::optional<double> check_error;
  std::optional<Interval> check_interval;
  std::optional<int> output_scale;
};

class Trainer {
 public:
  // The sets and the pool must outlive the trainer; `check` may be empty.
  struct Input {
    const Recipe& recipe;
    const Dataset& training;
    const Dataset& check;
    ThreadPool& pool;
    std::string run = {};  // names recipe and data: another run's state is refused
  };
  static absl::StatusOr<std::unique_ptr<Trainer>> Start(const Input& input, const Checkpoint& net);
  // Goes on from State(), with the same recipe and sets.
  static absl::StatusOr<std::unique_ptr<Trainer>> Resume(const Input& input,
                                                         const TrainingState& state);

  i64 step() const { return step_; }
  i64 total_steps() const { return steps_of_epoch_ * recipe_.epochs; }
  bool done() const { return step_ >= total_steps(); }
  int batch_positions() const { return static_cast<int>(positions_.size()); }

  // One step. What is left of an epoch and does not fill a batch is passed over.
  void Step();

  // Also fits the net's output scale, if there is a check set.
  TrainingReport Report();
  TrainingState State() const;
  Checkpoint Net() const { return {.shape = shape_, .weights = model_->CopyWeights()}; }

 private:
  Trainer(const Input& input, Schedule rate, Schedule result_share);
  static absl::StatusOr<std::unique_ptr<Trainer>> With(const Input& input, const Shape& shape,
                                                       std::unique_ptr<Model> model);

  absl::Status RestoreProgress(const std::string& progress);

  const std::string run_;

  const Recipe& recipe_;
  const Dataset& check_;
  ThreadPool& pool_;
  Schedule rate_;
  Schedule result_share_;
  i64 steps_of_epoch_;
  EpochOrder order_;
  i64 epoch_in_order_ = -1;
  std::vector<TrainingPosition> positions_;  // of one batch
  Shape shape_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Batch> batch_;
  i64 step_ = 0;
  double error_sum_ = 0;  // since the last report
  i64 error_steps_ = 0;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_TRAINER_H_
