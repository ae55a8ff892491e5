#include "lib/train/model.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/random.h"
#include "lib/net/board.h"
#include "lib/net/features.h"
#include "lib/net/threats.h"
#include "lib/train/kernels/dispatch.h"
#include "lib/train/loss.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

using chess::Color;

net::Board BoardOf(const TrainingPosition& position) {
  net::Board board;
  int index = 0;
  for (const chess::Square square : position.occupied()) {
    board.Add(position.PieceAt(index++), square);
  }
  return board;
}

// The net in double, row by row as its document has it.
class SlowNet {
 public:
  SlowNet(const Shape& shape, const Weights& weights) : shape_(shape), w_(weights) {}

  double Output(const TrainingPosition& position) const {
    const net::Board board = BoardOf(position);
    std::vector<double> x = View(board, Color::kWhite);
    const std::vector<double> other = View(board, Color::kBlack);
    x.insert(x.end(), other.begin(), other.end());
    const auto h2 = Layer(x, w_.hidden2_weights, w_.hidden2_bias);
    const auto h3 = Layer(h2, w_.hidden3_weights, w_.hidden3_bias);
    double output = w_.output_bias[0];
    for (size_t i = 0; i < h3.size(); ++i) output += h3[i] * w_.output_weights[i];
    return output;
  }

 private:
  std::vector<double> View(const net::Board& board, Color color) const {
    const int width = shape_.architecture.width;
    std::vector<double> sums(w_.input_bias.begin(), w_.input_bias.end());
    const auto add = [&](const std::vector<float>& table, int row) {
      for (int j = 0; j < width; ++j) sums[j] += table[size_t{1} * row * width + j];
    };
    for (const int row : net::PieceRows(shape_.architecture.bucket_table, board, color)) {
      add(w_.piece, row);
      if (shape_.shared_piece_rows) add(w_.shared_piece, row % net::kPieceRowsOfBucket);
    }
    if (shape_.architecture.has_threats()) {
      for (const int row : net::ThreatRows(board, color)) {
        add(w_.fine_threat, row);
        add(w_.coarse_threat, CoarseThreatRow(net::AllThreatPairs()[row]));
      }
    }
    for (double& sum : sums) sum = std::clamp(sum, 0.0, 1.0);
    return sums;
  }

  static std::vector<double> Layer(const std::vector<double>& inputs,
                                   const std::vector<float>& weights,
                                   const std::vector<float>& bias) {
    std::vector<double> outputs(bias.begin(), bias.end());
    for (size_t k = 0; k < outputs.size(); ++k) {
      for (size_t i = 0; i < inputs.size(); ++i) {
        outputs[k] += inputs[i] * weights[k * inputs.size() + i];
      }
      outputs[k] = std::clamp(outputs[k], 0.0, 1.0);
    }
    return outputs;
  }

  const Shape& shape_;
  const Weights& w_;
};

double MeanError(const Shape& shape, const Weights& weights,
                 const std::vector<TrainingPosition>& positions, double share) {
  const SlowNet net(shape, weights);
  double sum = 0;
  for (const TrainingPosition& p : positions) {
    sum += SquaredError(net.Output(p), Target(share, p.score_cp(), p.half_points())).error;
  }
  return sum / static_cast<double>(positions.size());
}

constexpr double kShare = 0.25;

// A model and its batches.
class Trainee {
 public:
  Trainee(const Checkpoint& start, int threads, const Kernels& kernels = BestKernels())
      : pool_(threads), model_(start, kernels, pool_), batch_(model_.rows()) {}
  Trainee(const TrainingState& state, int threads)
      : pool_(threads), model_(state, BestKernels(), pool_), batch_(model_.rows()) {}

  Model& model() { return model_; }

  double Step(const std::vector<TrainingPosition>& positions, double rate, i64 step,
              const GradientSum& sum = nullptr) {
    batch_.Fill(positions, kShare, pool_);
    batch_.Invert(pool_);
    return model_.Step(batch_, MakeAdamSteps(AdamOptions(), rate, step), sum);
  }
  std::vector<float> Outputs(const std::vector<TrainingPosition>& positions) {
    batch_.Fill(positions, kShare, pool_);
    std::vector<float> outputs(positions.size());
    model_.Evaluate(batch_, outputs);
    return outputs;
  }

 private:
  ThreadPool pool_;
  Model model_;
  Batch batch_;
};

Checkpoint StartOf(const Shape& shape) {
  return {.shape = shape, .weights = RandomWeights(shape, 5)};
}

class ModelTest : public ::testing::TestWithParam<Shape> {};

TEST_P(ModelTest, ComputesWhatTheDocumentSays) {
  const Checkpoint start = StartOf(GetParam());
  const std::vector<TrainingPosition> positions = RandomPositions(77, 1);
  Trainee trainee(start, 2);
  const std::vector<float> outputs = trainee.Outputs(positions);
  const SlowNet slow(start.shape, start.weights);
  for (size_t i = 0; i < positions.size(); ++i) {
    EXPECT_NEAR(outputs[i], slow.Output(positions[i]), 2e-5);
  }
  EXPECT_EQ(trainee.model().CopyWeights(), start.weights);
}

// A step of rate 0 moves nothing, and its first moments are a known share of the gradients.
TEST_P(ModelTest, GradientsAgreeWithFiniteDifferences) {
  Checkpoint start = StartOf(GetParam());
  const std::vector<TrainingPosition> positions = RandomPositions(70, 2);
  Trainee trainee(start, 2);
  trainee.Step(positions, 0.0, 1);
  ASSERT_EQ(trainee.model().CopyWeights(), start.weights);
  const Weights moments = trainee.model().CopyFirstMoments();
  Random random(3);
  for (const TensorSpec& spec : TensorSpecs(start.shape)) {
    const std::vector<float>& gradients = moments.*spec.values;
    std::vector<float>& weights = start.weights.*spec.values;
    int seen = 0, tried = 0;
    while (seen < 8 && tried++ < 200'000) {
      const size_t i = random.Below(weights.size());
      if (gradients[i] == 0 && seen > 0) continue;  // mostly rows that no position has
      ++seen;
      const float weight = weights[i];
      constexpr float kStep = 0x1p-17f;
      weights[i] = weight + kStep;
      const double above = MeanError(start.shape, start.weights, positions, kShare);
      const double high = weights[i];
      weights[i] = weight - kStep;
      const double below = MeanError(start.shape, start.weights, positions, kShare);
      const double slope = (above - below) / (high - weights[i]);
      weights[i] = weight;
      EXPECT_NEAR(gradients[i] / 0.1, slope, 1e-7 + 0.002 * std::abs(slope))
          << spec.name << " " << i;
    }
    EXPECT_GE(seen, 1) << spec.name;
  }
}

TEST_P(ModelTest, IsTheSameOnAnyNumberOfThreadsAndProcessor) {
  const Checkpoint start = StartOf(GetParam());
  Trainee first(start, 1, kGenericKernels);
  std::vector<std::unique_ptr<Trainee>> others;
  others.push_back(std::make_unique<Trainee>(start, 2));
  others.push_back(
      std::make_unique<Trainee>(start, 3, KernelsFor(std::min(DetectCpuLevel(), CpuLevel::kV3))));
  for (int step = 1; step <= 3; ++step) {
    const std::vector<TrainingPosition> positions = RandomPositions(531, step);
    const double error = first.Step(positions, 1e-3, step);
    for (const auto& other : others) EXPECT_EQ(other->Step(positions, 1e-3, step), error);
  }
  for (const auto& other : others) {
    EXPECT_EQ(other->model().CopyWeights(), first.model().CopyWeights());
    EXPECT_EQ(other->model().CopySecondMoments(), first.model().CopySecondMoments());
  }
}

TEST_P(ModelTest, GoesOnToTheBitFromAState) {
  const Checkpoint start = StartOf(GetParam());
  Trainee whole(start, 2), begun(start, 2);
  const auto step = [](Trainee& trainee, int number) {
    trainee.Step(RandomPositions(100, number), 1e-3, number);
  };
  for (int number = 1; number <= 4; ++number) step(whole, number);
  step(begun, 1);
  step(begun, 2);
  Trainee resumed({.net = {start.shape, begun.model().CopyWeights()},
                   .first_moments = begun.model().CopyFirstMoments(),
                   .second_moments = begun.model().CopySecondMoments()},
                  2);
  step(resumed, 3);
  step(resumed, 4);
  EXPECT_EQ(resumed.model().CopyWeights(), whole.model().CopyWeights());
}

TEST_P(ModelTest, LearnsAFewPositionsByHeart) {
  const std::vector<TrainingPosition> positions = RandomPositions(64, 9);
  Trainee trainee(StartOf(GetParam()), 2);
  const double before = trainee.Step(positions, 1e-4, 1);
  double after = before;
  for (int step = 2; step <= 150; ++step) after = trainee.Step(positions, 2e-3, step);
  EXPECT_LT(after, before / 4);
}

// Two machines with half of the positions each: what they add up moves both alike.
TEST_P(ModelTest, MayShareAStepWithAnotherMachine) {
  const Checkpoint start = StartOf(GetParam());
  const std::vector<TrainingPosition> positions = RandomPositions(200, 4);
  const std::vector<TrainingPosition> halves[] = {{positions.begin(), positions.begin() + 100},
                                                  {positions.begin() + 100, positions.end()}};
  std::unique_ptr<Trainee> machines[] = {std::make_unique<Trainee>(start, 1),
                                         std::make_unique<Trainee>(start, 1)};
  std::barrier meeting(2);
  std::span<float> offered[2];
  const auto train = [&](int machine) {
    machines[machine]->Step(halves[machine], 1e-3, 1,
                            [&, machine](int, std::span<float> gradients) {
                              offered[machine] = gradients;
                              meeting.arrive_and_wait();
                              std::vector<float> mean(gradients.begin(), gradients.end());
                              for (size_t i = 0; i < mean.size(); ++i) {
                                mean[i] = (offered[0][i] + offered[1][i]) / 2;
                              }
                              meeting.arrive_and_wait();
                              std::copy(mean.begin(), mean.end(), gradients.begin());
                            });
  };
  std::thread other(train, 1);
  train(0);
  other.join();
  EXPECT_EQ(machines[0]->model().CopyWeights(), machines[1]->model().CopyWeights());
  Trainee alone(start, 1);
  alone.Step(positions, 1e-3, 1);
  const Weights together = machines[0]->model().CopyFirstMoments();
  const Weights expected = alone.model().CopyFirstMoments();
  for (const TensorSpec& spec : TensorSpecs(start.shape)) {
    const auto& a = together.*spec.values;
    const auto& b = expected.*spec.values;
    for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-7) << spec.name << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ModelTest,
                         ::testing::Values(SmallShape(32, 0, false), SmallShape(64, 0, true),
                                           SmallShape(64, net::kThreatRows, false),
                                           SmallShape(32, net::kThreatRows, true)));

}  // namespace
}  // namespace coherent::train
