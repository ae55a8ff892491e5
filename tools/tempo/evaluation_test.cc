#include "tools/tempo/evaluation.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "tools/tempo/testing.h"

namespace coherent::tempo {
namespace {

using ::testing::HasSubstr;

const std::vector<double> kPassing = {.41, .12, .55, -.08, .33, .27, .61, .19};

Evaluation Evaluated(const measure::Plan& plan, const Gain& gain) {
  const absl::StatusOr<Evaluation> evaluation = Evaluate(plan, FakeHistory(plan, gain));
  EXPECT_THAT(evaluation, IsOk());
  return *evaluation;
}

// One component on one lane, without a control.
Evaluation EvaluatedRuns(const std::vector<double>& c) {
  measure::Plan plan = FakePlan({"a"}, 1, 12);
  return Evaluated(plan, ConstantGain(c));
}

TEST(EvaluationTest, SevenOfEightAboveZeroPass) {
  const Evaluation evaluation = EvaluatedRuns(kPassing);
  EXPECT_TRUE(evaluation.BundlePasses());
  const Series& series = evaluation.series[0];
  EXPECT_EQ(series.above_zero, 7);
  EXPECT_NEAR(series.c[3], -.08, 1e-6);
  const SeriesStatistics& statistics = evaluation.statistics[0];
  EXPECT_NEAR(statistics.mean.mean, .3, 1e-6);
  EXPECT_NEAR(statistics.mean.low, .1100, 1e-4);
  EXPECT_NEAR(statistics.mean.high, .4900, 1e-4);
  EXPECT_NEAR(statistics.median, .3, 1e-6);
  EXPECT_NEAR(statistics.pseudo_median, .3, 1e-6);
  EXPECT_NEAR(statistics.second_smallest, .12, 1e-6);
  EXPECT_NEAR(statistics.narrow.high, .55, 1e-6);
  EXPECT_NEAR(statistics.narrow.coverage, .9297, 1e-4);
  EXPECT_NEAR(statistics.wide.low, -.08, 1e-6);
  EXPECT_NEAR(statistics.wide.coverage, .9922, 1e-4);
  EXPECT_EQ(statistics.sign_probability, 9.0 / 256);
  EXPECT_NEAR(statistics.run_deviation, .227219, 1e-5);
}

TEST(EvaluationTest, ExactlyZeroIsNotAboveZero) {
  const Evaluation evaluation = EvaluatedRuns({.41, .12, .55, -.08, .33, 0, .61, .19});
  EXPECT_FALSE(evaluation.BundlePasses());
  EXPECT_EQ(evaluation.series[0].above_zero, 6);
  EXPECT_NEAR(evaluation.statistics[0].mean.mean, .26625, 1e-6);
  EXPECT_NEAR(evaluation.statistics[0].sign_probability, .144531, 1e-6);
}

TEST(EvaluationTest, SizesDoNotDecide) {
  const Evaluation tiny = EvaluatedRuns({.01, .01, .01, .01, .01, .01, .01, -5});
  EXPECT_TRUE(tiny.BundlePasses());
  EXPECT_NEAR(tiny.statistics[0].mean.mean, -.61625, 1e-6);
  const Evaluation large = EvaluatedRuns({.5, .5, .5, .5, .5, .5, -.01, -.01});
  EXPECT_FALSE(large.BundlePasses());
  EXPECT_NEAR(large.statistics[0].mean.mean, .3725, 1e-6);
}

TEST(EvaluationTest, EveryComponentHasToPassOnEveryLane) {
  const measure::Plan plan = FakePlan({"a", "b"}, 2, 2);
  const Evaluation evaluation =
      Evaluated(plan, [](size_t run, size_t, size_t lane, const std::string& arm) {
        return arm == "b" && lane == 1 && run < 2 ? -.1 : .1;
      });
  EXPECT_TRUE(evaluation.ComponentPasses("a"));
  EXPECT_FALSE(evaluation.ComponentPasses("b"));
  EXPECT_FALSE(evaluation.BundlePasses());
  EXPECT_TRUE(evaluation.series[2].passes);
  EXPECT_FALSE(evaluation.series[3].passes);
}

TEST(EvaluationTest, TheControlDecidesNothing) {
  const measure::Plan plan = FakePlan({"a"}, 1, 2);
  const Evaluation evaluation =
      Evaluated(plan, [](size_t, size_t phase, size_t, const std::string& arm) {
        return arm == "control" ? (phase == 0 ? -9.0 : 0.0) : .1;
      });
  EXPECT_TRUE(evaluation.BundlePasses());
  EXPECT_EQ(evaluation.series[1].arm, "control");
  EXPECT_NEAR(evaluation.series[1].worst_distance, 4.5, 1e-6);
}

// The gain is .5 but for one phase, `extra` away from it.
Evaluation WithOnePhaseOff(double extra) {
  return Evaluated(FakePlan({"a"}, 1, 12),
                   [=](size_t run, size_t phase, size_t, const std::string&) {
                     return run == 4 && phase == 7 ? .5 + extra : .5;
                   });
}

TEST(EvaluationTest, APhaseFurtherThanTwoPointsFromItsMedianFailsTheComponent) {
  EXPECT_TRUE(WithOnePhaseOff(1.999).BundlePasses());
  EXPECT_TRUE(WithOnePhaseOff(-1.999).BundlePasses());
  for (const double extra : {2.001, -2.001}) {
    const Evaluation evaluation = WithOnePhaseOff(extra);
    EXPECT_FALSE(evaluation.BundlePasses());
    EXPECT_EQ(evaluation.series[0].above_zero, 8);
    EXPECT_EQ(evaluation.series[0].worst_run, 4U);
    EXPECT_EQ(evaluation.series[0].worst_phase, 7U);
  }
}

// The bundle needs `percent` more memory in every phase of the first `runs` runs.
Evaluation WithMemory(measure::Plan plan, double percent, size_t runs) {
  History history = FakeHistory(plan, ConstantGain(kPassing));
  for (size_t i = 0; i < runs * static_cast<size_t>(plan.phases); ++i) {
    for (ArmRecord& arm : history.phases[i].lanes[0].arms) {
      if (arm.arm == "bundle") arm.peak_memory_kib = std::llround(2000 * (1 + percent / 100));
    }
  }
  return *Evaluate(plan, history);
}

TEST(EvaluationTest, AWorseningInEveryRunIsALossUnlessItIsDeclared) {
  measure::Plan plan = FakePlan({"a"}, 1, 3);
  EXPECT_FALSE(WithMemory(plan, 5, 8).BundlePasses());
  EXPECT_TRUE(WithMemory(plan, 5, 8).ComponentPasses("a"));
  EXPECT_TRUE(WithMemory(plan, 5, 7).BundlePasses());
  EXPECT_TRUE(WithMemory(plan, -5, 8).BundlePasses());
  plan.components[0].losses = {{"peak_memory", 6}};
  EXPECT_TRUE(WithMemory(plan, 5, 8).BundlePasses());
  plan.components[0].losses = {{"peak_memory", 4}};
  EXPECT_FALSE(WithMemory(plan, 5, 8).BundlePasses());
}

TEST(EvaluationTest, ALargerProgramIsALossToo) {
  measure::Plan plan = FakePlan({"a"}, 1, 1);
  plan.components[0].without.bytes = 999;
  EXPECT_FALSE(Evaluated(plan, ConstantGain(kPassing)).BundlePasses());
  plan.components[0].losses = {{"binary_size", 1}};
  EXPECT_TRUE(Evaluated(plan, ConstantGain(kPassing)).BundlePasses());
}

TEST(EvaluationTest, SlowerInOneGroupOfPositionsIsALoss) {
  const measure::Plan plan = FakePlan({"a"}, 1, 2);
  History history = FakeHistory(plan, ConstantGain(kPassing));
  for (PhaseRecord& phase : history.phases) {
    for (ArmRecord& arm : phase.lanes[0].arms) {
      arm.groups[2] = {1000, arm.arm == "bundle" ? 1100 : 1000};
    }
  }
  const Evaluation evaluation = *Evaluate(plan, history);
  EXPECT_FALSE(evaluation.BundlePasses());
  for (const Worsening& worsening : evaluation.worsenings) {
    EXPECT_EQ(worsening.undeclared_loss, worsening.quantity == "rate_few");
  }
}

TEST(EvaluationTest, NothingIsComputedBeforeTheLastRun) {
  const measure::Plan plan = FakePlan({"a"}, 1, 12);
  History history = FakeHistory(plan, ConstantGain(kPassing));
  history.phases.pop_back();
  EXPECT_THAT(Evaluate(plan, history), StatusIs(absl::StatusCode::kInvalidArgument,
                                                HasSubstr("found 95 phases, expected 96")));
}

TEST(EvaluationTest, ATechnicalStopHasNoResult) {
  const measure::Plan plan = FakePlan({"a"}, 1, 1);
  History history = FakeHistory(plan, ConstantGain(kPassing));
  history.stop = "the engine was killed";
  EXPECT_THAT(Evaluate(plan, history),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("attempt 2")));
}

TEST(EvaluationTest, OrderAndDriftShowWhereTheyAre) {
  const measure::Plan plan = FakePlan({"a"}, 2, 4);
  const Evaluation evaluation =
      Evaluated(plan, [&](size_t run, size_t, size_t lane, const std::string& arm) {
        const std::vector<std::string>& order = plan.orders[run][lane];
        const bool later = std::find(order.begin(), order.end(), "bundle") >
                           std::find(order.begin(), order.end(), arm);
        return (later ? .3 : .5) + (lane == 1 ? .1 : 0);
      });
  EXPECT_NEAR(evaluation.statistics[0].order_effect->mean, -.2, 1e-6);
  EXPECT_NEAR(evaluation.statistics[0].mean.mean, .4, 1e-6);
  ASSERT_EQ(evaluation.lane_differences.size(), 2U);
  EXPECT_NEAR(evaluation.lane_differences[0].points.mean, -.1, 1e-6);
  const Evaluation drifting = Evaluated(plan, [](size_t run, size_t phase, size_t, const auto&) {
    return .01 * static_cast<double>(4 * run + phase);
  });
  EXPECT_NEAR(drifting.statistics[0].drift, .31, 1e-6);
  EXPECT_NEAR(drifting.statistics[0].rate_drift, 0, 1e-6);
}

TEST(EvaluationTest, EstimatorsOfTheWholeGain) {
  EXPECT_NEAR(Estimate("mean", kPassing), .3, 1e-12);
  EXPECT_NEAR(Estimate("median", kPassing), .3, 1e-12);
  EXPECT_NEAR(Estimate("second_smallest", kPassing), .12, 1e-12);
}

// A normal number of mean 0 and variance 1.
double Noise(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.NextDouble()));
  return radius * std::cos(2 * std::numbers::pi * random.NextDouble());
}

// How many of so many components with this true gain pass; phases and runs vary by .3 points each.
int Passes(double gain, int plans, u64 seed) {
  Random random(seed);
  int passes = 0;
  for (int plan = 0; plan < plans; ++plan) {
    Series series;
    for (int run = 0; run < measure::kRuns; ++run) {
      const double center = gain + .3 * Noise(random);
      std::vector<double>& phases = series.phases.emplace_back();
      for (int phase = 0; phase < 4; ++phase) phases.push_back(center + .3 * Noise(random));
    }
    Judge(series);
    passes += series.passes ? 1 : 0;
  }
  return passes;
}

TEST(EvaluationTest, TenThousandComponentsThatDoNothingPassAsRarelyAsTheRuleSays) {
  const double rate = Passes(0, 10'000, 1) / 10'000.0;
  const double reach = 2.5758 * std::sqrt(rate * (1 - rate) / 10'000);
  std::cout << "pass rate of components that do nothing: " << rate << ", 99 % interval "
            << rate - reach << " to " << rate + reach << "; 9/256 = " << 9.0 / 256 << '\n';
  EXPECT_LE(rate - reach, 9.0 / 256);
  EXPECT_GT(rate + reach, 9.0 / 256 - .003);  // Not by never passing either.
}

TEST(EvaluationTest, AGainOfTwoDeviationsOfARunNearlyAlwaysPasses) {
  const double run_deviation = std::sqrt(.3 * .3 + .3 * .3 / 4);
  EXPECT_NEAR(Passes(2 * run_deviation, 2000, 2) / 2000.0, .987, .01);
  EXPECT_NEAR(Passes(run_deviation, 2000, 3) / 2000.0, .630, .04);
}

}  // namespace
}  // namespace coherent::tempo
