// Which inner loops this machine runs.
#ifndef COHERENT_LIB_TRAIN_KERNELS_DISPATCH_H_
#define COHERENT_LIB_TRAIN_KERNELS_DISPATCH_H_

#include "lib/base/cpu.h"
#include "lib/train/kernels/kernels.h"

namespace coherent::train {

// The fastest that a processor of this level runs.
const Kernels& KernelsFor(CpuLevel level);

// Those for this processor.
const Kernels& BestKernels();

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_KERNELS_DISPATCH_H_
