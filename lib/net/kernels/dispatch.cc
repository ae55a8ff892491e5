#include <cstdlib>
#include <cstring>

#include "lib/net/kernels/kernels.h"

namespace coherent::net {

bool CpuSupports(const Kernels& kernels) {
  if (&kernels == &kAvx2Kernels) return __builtin_cpu_supports("avx2") != 0;
  if (&kernels == &kAvx512Kernels) return __builtin_cpu_supports("avx512bw") != 0;
  return true;
}

const Kernels* FindKernels(const char* name) {
  for (const Kernels* kernels : kAllKernels) {
    if (std::strcmp(kernels->name, name) == 0 && CpuSupports(*kernels)) return kernels;
  }
  return nullptr;
}

const Kernels& ChosenKernels() {
  static const Kernels& chosen = []() -> const Kernels& {
    const char* name = std::getenv("COHERENT_KERNEL");
    const Kernels* asked = name == nullptr ? nullptr : FindKernels(name);
    if (asked != nullptr) return *asked;
    return CpuSupports(kAvx2Kernels) ? kAvx2Kernels : kGenericKernels;
  }();
  return chosen;
}

}  // namespace coherent::net
