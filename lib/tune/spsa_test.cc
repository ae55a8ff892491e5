#include "lib/tune/spsa.h"

#include <gtest/gtest.h>

#include <cmath>

namespace coherent::tune {
namespace {

TEST(SpsaTest, ProbesBothWaysWithinTheRange) {
  const Spsa spsa({{.start = 50, .min = 0, .max = 100, .step = 10},
                   {.start = 1, .min = 0, .max = 8, .step = 4}},
                  /*pairs=*/100, /*rate=*/0.01);
  Random random(/*seed=*/1);
  for (int i = 0; i < 100; ++i) {
    const Probe probe = spsa.MakeProbe(99, random);
    EXPECT_EQ(std::abs(probe.plus[0] - 50), 10);
    EXPECT_EQ(probe.plus[0] + probe.minus[0], 100);
    EXPECT_EQ(probe.moves[0], probe.plus[0] > 50 ? 0.1 : -0.1);
    EXPECT_EQ(probe.plus[1] + probe.minus[1], 5);  // 5 and, cut off, 0
  }
}

TEST(SpsaTest, RoundsWhatLiesBetweenWithoutBias) {
  const Spsa spsa({{.start = 3, .min = 0, .max = 9, .step = 0.25}}, /*pairs=*/1, /*rate=*/0.01);
  Random random(/*seed=*/1);
  double sum = 0;
  constexpr int kProbes = 20'000;
  for (int i = 0; i < kProbes; ++i) {
    const Probe probe = spsa.MakeProbe(0, random);
    sum += probe.moves[0] > 0 ? probe.plus[0] : probe.minus[0];
  }
  EXPECT_NEAR(sum / kProbes, 3.25, 0.02);
}

TEST(SpsaTest, StepsAndMovesFallAsTheRunGoesOn) {
  const Spsa spsa({{.start = 500, .min = 0, .max = 1'000, .step = 100}}, 1'000, 0.01);
  Random random(/*seed=*/1);
  const Probe first = spsa.MakeProbe(0, random), last = spsa.MakeProbe(999, random);
  EXPECT_GT(std::abs(first.plus[0] - 500), 190);
  EXPECT_EQ(std::abs(last.plus[0] - 500), 100);
  EXPECT_GT(std::abs(first.moves[0]), std::abs(last.moves[0]));
  EXPECT_EQ(std::abs(last.moves[0]), 1);
}

// A game whose best settings are known: each side scores by its distance from them.
TEST(SpsaTest, FindsTheBestSettingsThroughNoise) {
  const double best[] = {70, 30, 55};
  Spsa spsa({{.start = 50, .min = 0, .max = 100, .step = 5},
             {.start = 50, .min = 0, .max = 100, .step = 5},
             {.start = 50, .min = 0, .max = 100, .step = 5}},
            /*pairs=*/20'000, /*rate=*/0.02);
  Random random(/*seed=*/1);
  const auto loss = [&best](const std::vector<int>& values) {
    double sum = 0;
    for (size_t i = 0; i < values.size(); ++i) sum += std::pow((values[i] - best[i]) / 50, 2);
    return sum;
  };
  for (int pair = 0; pair < 20'000; ++pair) {
    const Probe probe = spsa.MakeProbe(pair, random);
    const double expected = 0.5 + 0.5 * std::tanh(loss(probe.minus) - loss(probe.plus));
    int points = -2;
    for (int i = 0; i < 4; ++i) points += random.NextDouble() < expected ? 1 : 0;
    spsa.Learn(probe, points);
  }
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(spsa.values()[i], best[i], 6) << i;
}

}  // namespace
}  // namespace coherent::tune
