#include "lib/train/kernels/kernel_body.h"

namespace coherent::train {

extern const Kernels kGenericKernels = kBodyKernels;

}  // namespace coherent::train
