#include "lib/train/optimizer.h"

#include <cmath>

namespace coherent::train {

AdamStep MakeAdamStep(const AdamOptions& options, double rate, double weight_decay,
                      i64 moment_steps) {
  const auto steps = static_cast<double>(moment_steps);
  const double correction1 = 1 - std::pow(options.decay1, steps);
  const double correction2 = 1 - std::pow(options.decay2, steps);
  return {.keep = static_cast<float>(1 - rate * weight_decay),
          .rate = static_cast<float>(rate / correction1),
          .root_scale = static_cast<float>(1 / std::sqrt(correction2)),
          .epsilon = static_cast<float>(options.epsilon),
          .decay1 = static_cast<float>(options.decay1),
          .add1 = static_cast<float>(1 - options.decay1),
          .decay2 = static_cast<float>(options.decay2),
          .add2 = static_cast<float>(1 - options.decay2)};
}

}  // namespace coherent::train
