#include "lib/train/kernels/kernel_body.h"

namespace coherent::train {

extern const Kernels kAvx512Kernels = kBodyKernels;

}  // namespace coherent::train
