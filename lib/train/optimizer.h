// AdamW (Loshchilov and Hutter): Adam with weight decay apart from the gradient.
#ifndef COHERENT_LIB_TRAIN_OPTIMIZER_H_
#define COHERENT_LIB_TRAIN_OPTIMIZER_H_

#include "lib/base/int.h"
#include "lib/train/kernels/kernels.h"

namespace coherent::train {

struct AdamOptions {
  double decay1 = 0.9;    // of the first moment, each step
  double decay2 = 0.999;  // of the second
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // of everything but threat rows, times the rate

  friend bool operator==(const AdamOptions&, const AdamOptions&) = default;
};

// The numbers of one step. `moment_steps` counts the steps since the moments were zero, this one
// included: early moments are too small by a known factor.
AdamStep MakeAdamStep(const AdamOptions& options, double rate, double weight_decay,
                      i64 moment_steps);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_OPTIMIZER_H_
