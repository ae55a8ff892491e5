#include "lib/train/testing.h"

#include <cmath>

#include "lib/base/random.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/net/testing.h"

namespace coherent::train {
namespace {

int MaterialOf(const chess::Position& position, chess::Color color) {
  constexpr int kValues[] = {100, 300, 300, 500, 900, 0};
  int sum = 0;
  for (const chess::Kind kind : chess::kKinds) {
    sum += kValues[Index(kind)] * position.Pieces(color, kind).Count();
  }
  return sum;
}

}  // namespace

Shape SmallShape(int width, int threat_rows, bool shared_piece_rows) {
  return {.architecture = net::SmallArchitecture(width, threat_rows),
          .shared_piece_rows = shared_piece_rows};
}

Weights RandomWeights(const Shape& shape, u64 seed) {
  Random random(seed);
  Weights weights = ZeroWeights(shape);
  const auto fill = [&random](std::vector<float>& values, double from, double to) {
    for (float& value : values)
      value = static_cast<float>(from + (to - from) * random.NextDouble());
  };
  const net::Architecture& a = shape.architecture;
  fill(weights.piece, -0.1, 0.1);
  fill(weights.shared_piece, -0.1, 0.1);
  fill(weights.fine_threat, -0.05, 0.05);
  fill(weights.coarse_threat, -0.05, 0.05);
  fill(weights.input_bias, 0, 0.5);
  const double spread2 = 2 / std::sqrt(2.0 * a.width), spread3 = 2 / std::sqrt(1.0 * a.hidden2);
  fill(weights.hidden2_weights, -spread2, spread2);
  fill(weights.hidden2_bias, 0, 0.5);
  fill(weights.hidden3_weights, -spread3, spread3);
  fill(weights.hidden3_bias, 0, 0.5);
  fill(weights.output_weights, -0.5, 0.5);
  fill(weights.output_bias, -0.5, 0.5);
  return weights;
}

std::vector<TrainingPosition> RandomPositions(int count, u64 seed) {
  Random random(seed);
  std::vector<TrainingPosition> positions;
  while (static_cast<int>(positions.size()) < count) {
    chess::PlayRandomly(chess::Position(), 200, random,
                        [&](const chess::Position& before, chess::Move, const chess::Position&) {
                          if (random.Below(8) != 0) return;
                          const chess::Color side = before.side_to_move();
                          positions.emplace_back(
                              before, MaterialOf(before, side) - MaterialOf(before, !side),
                              static_cast<int>(random.Below(3)));
                        });
  }
  positions.resize(count);
  return positions;
}

}  // namespace coherent::train
