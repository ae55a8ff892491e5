#include "lib/train/trainer.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/train/initial.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

class TrainerTest : public ::testing::Test {
 protected:
  TrainerTest() {
    recipe_.batch = 200;
    recipe_.epochs = 3;
    recipe_.rate = {.pieces = {{.steps = 4, .from = 0, .to = 2e-3},
                               {.curve = Curve::kCosine, .from = 2e-3, .to = 1e-4}},
                    .last_takes_rest = true};
    recipe_.result_share = {.pieces = {{.from = 0.1, .to = 0.1}}, .last_takes_rest = true};
    training_.Add("a", RandomPositions(1'100, 1));
    training_.Add("b", RandomPositions(1'000, 2));
    check_.Add("c", RandomPositions(300, 3));
    check_.Add("d", RandomPositions(400, 4));
  }

  Trainer::Input InputWith(ThreadPool& pool) { return {recipe_, training_, check_, pool}; }

  Recipe recipe_;
  Dataset training_;
  Dataset check_;
  Checkpoint net_ = InitialNet(SmallShape(32, 0, true), 1);
};

TEST_F(TrainerTest, LearnsWhatHoldsForOtherPositionsToo) {
  ThreadPool pool(2);
  recipe_.epochs = 20;
  const auto trainer = *Trainer::Start(InputWith(pool), net_);
  trainer->Step();
  const TrainingReport first = trainer->Report();
  while (!trainer->done()) trainer->Step();
  const TrainingReport last = trainer->Report();
  EXPECT_EQ(last.step, 200);
  EXPECT_EQ(last.epoch, 20);
  EXPECT_LT(last.training_error, first.training_error);
  EXPECT_LT(*last.check_error, *first.check_error * 0.8);
  EXPECT_LT(last.check_interval->low, *last.check_error);
  EXPECT_GT(last.check_interval->high, *last.check_error);
  EXPECT_EQ(trainer->Net().shape.architecture.output_scale, *last.output_scale);
}

TEST_F(TrainerTest, GivesTheSameNetOnAnyNumberOfThreads) {
  std::vector<Weights> results;
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    const auto trainer = *Trainer::Start(InputWith(pool), net_);
    while (!trainer->done()) trainer->Step();
    results.push_back(trainer->Net().weights);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST_F(TrainerTest, GoesOnToTheBitFromAnyStep) {
  ThreadPool pool(2);
  const auto whole = *Trainer::Start(InputWith(pool), net_);
  std::vector<TrainingState> states;
  while (!whole->done()) {
    whole->Step();
    if (whole->step() == 3 || whole->step() == 10 || whole->step() == 17) {
      states.push_back(whole->State());
    }
  }
  ASSERT_EQ(states.size(), 3u);
  for (const TrainingState& state : states) {
    const auto resumed = *Trainer::Resume(InputWith(pool), state);
    while (!resumed->done()) resumed->Step();
    EXPECT_EQ(resumed->State(), whole->State());
  }
}

TEST_F(TrainerTest, RefusesAStateOfAnotherRun) {
  ThreadPool pool(1);
  const auto trainer = *Trainer::Start({recipe_, training_, check_, pool, "a"}, net_);
  trainer->Step();
  EXPECT_THAT(Trainer::Resume({recipe_, training_, check_, pool, "b"}, trainer->State()),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("another run")));
}

TEST_F(TrainerTest, RefusesAStateOfALongerRunAndAScheduleThatIsTooLong) {
  ThreadPool pool(1);
  const auto trainer = *Trainer::Start(InputWith(pool), net_);
  while (!trainer->done()) trainer->Step();
  const TrainingState state = trainer->State();
  recipe_.epochs = 1;
  EXPECT_THAT(Trainer::Resume(InputWith(pool), state),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("step up to 10")));
  recipe_.rate.pieces[0].steps = 11;
  EXPECT_THAT(Trainer::Start(InputWith(pool), net_),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "rate: its pieces have 11 steps, the whole run 10"));
}

TEST_F(TrainerTest, DoesWithoutACheckSetAndWithABatchThatIsTheWholeSet) {
  ThreadPool pool(1);
  recipe_.batch = 100'000;
  recipe_.epochs = 10;
  const Dataset none;
  const auto trainer = *Trainer::Start({recipe_, training_, none, pool}, net_);
  EXPECT_EQ(trainer->batch_positions(), 2'100);
  EXPECT_EQ(trainer->total_steps(), 10);
  trainer->Step();
  const TrainingReport report = trainer->Report();
  EXPECT_FALSE(report.check_error.has_value());
  EXPECT_FALSE(report.output_scale.has_value());
  EXPECT_GT(report.training_error, 0);
}

}  // namespace
}  // namespace coherent::train
