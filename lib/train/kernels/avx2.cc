#include "lib/train/kernels/kernel_body.h"

namespace coherent::train {

extern const Kernels kAvx2Kernels = kBodyKernels;

}  // namespace coherent::train
