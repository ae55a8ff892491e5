// What this machine's processor has, and where a thread may run.
#ifndef COHERENT_LIB_BASE_CPU_H_
#define COHERENT_LIB_BASE_CPU_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace coherent {

// The levels of the x86-64 psABI, each with all of the lower one: v2 up to SSE4.2 and POPCNT, v3
// up to AVX2, BMI2 and FMA, v4 the AVX-512 of servers.
enum class CpuLevel { kV1 = 1, kV2 = 2, kV3 = 3, kV4 = 4 };

// The highest level that processor and operating system support.
CpuLevel DetectCpuLevel();

// The processor's own name, such as "AMD EPYC 9R14"; "unknown" if it does not tell.
std::string CpuModelName();

// The CPUs that the calling thread may use, ascending.
absl::StatusOr<std::vector<int>> AllowedCpus();

// The number of threads to use where 0 stands for one on each allowed CPU.
absl::StatusOr<int> ThreadsOrAll(int threads);

// Keeps the calling thread on `cpu`.
absl::Status PinThread(int cpu);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_CPU_H_
