#include "lib/train/kernels/dispatch.h"

namespace coherent::train {

const Kernels& KernelsFor(CpuLevel level) {
  if (level >= CpuLevel::kV4) return kAvx512Kernels;
  if (level >= CpuLevel::kV3) return kAvx2Kernels;
  return kGenericKernels;
}

const Kernels& BestKernels() {
  static const Kernels& best = KernelsFor(DetectCpuLevel());
  return best;
}

}  // namespace coherent::train
