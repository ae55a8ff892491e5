// What training makes small (docs/training.md, "Error").
#ifndef COHERENT_LIB_TRAIN_LOSS_H_
#define COHERENT_LIB_TRAIN_LOSS_H_

#include <cmath>

namespace coherent::train {

// A score of this many centipawns counts as an output of 1.0.
inline constexpr double kCentipawnUnit = 205.0;

inline double Sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

// What the net's output should be, after the sigmoid: between the score's chance of winning and
// the game's result, both for the side to move. `result_share` 1 looks at the result only.
inline double Target(double result_share, int score_cp, int half_points) {
  return result_share * (half_points / 2.0) +
         (1.0 - result_share) * Sigmoid(score_cp / kCentipawnUnit);
}

struct Loss {
  double error;       // (sigmoid(output) - target)^2
  double derivative;  // of the error by the output
};

inline Loss SquaredError(double output, double target) {
  const double chance = Sigmoid(output), difference = chance - target;
  return {.error = difference * difference,
          .derivative = 2.0 * difference * chance * (1.0 - chance)};
}

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_LOSS_H_
