#include "lib/base/cpu.h"

#include <cpuid.h>
#include <sched.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace coherent {
namespace {

// What __builtin_cpu_supports of older compilers has no names for. None needs the system's help
// beyond what AVX2 does.
bool HasRestOfV3() {
  unsigned int a = 0;
  unsigned int b = 0;
  unsigned int c = 0;
  unsigned int d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return false;
  if ((c & bit_MOVBE) == 0 || (c & bit_F16C) == 0) return false;
  if (__get_cpuid(0x80000001, &a, &b, &c, &d) == 0) return false;
  constexpr unsigned int kLzcnt = 1U << 5;
  return (c & kLzcnt) != 0;
}

}  // namespace

CpuLevel DetectCpuLevel() {
  __builtin_cpu_init();
  const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                  __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
  if (!v2) return CpuLevel::kV1;
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && HasRestOfV3();
  if (!v3) return CpuLevel::kV2;
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? CpuLevel::kV4 : CpuLevel::kV3;
}

std::string CpuModelName() {
  constexpr unsigned int kFirst = 0x80000002;
  constexpr unsigned int kLast = 0x80000004;
  if (static_cast<unsigned int>(__get_cpuid_max(0x80000000, nullptr)) < kLast) return "unknown";
  std::string name;
  for (unsigned int leaf = kFirst; leaf <= kLast; ++leaf) {
    unsigned int words[4] = {};
    __get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]);
    name.append(reinterpret_cast<const char*>(words), sizeof(words));
  }
  name.resize(std::strlen(name.c_str()));
  absl::RemoveExtraAsciiWhitespace(&name);
  return name;
}

absl::StatusOr<std::vector<int>> AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) {
    return absl::ErrnoToStatus(errno, "cannot read the allowed CPUs");
  }
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

absl::StatusOr<int> ThreadsOrAll(int threads) {
  if (threads > 0) return threads;
  const absl::StatusOr<std::vector<int>> cpus = AllowedCpus();
  if (!cpus.ok()) return cpus.status();
  return static_cast<int>(cpus->size());
}

absl::Status PinThread(int cpu) {
  if (cpu < 0 || cpu >= CPU_SETSIZE) {
    return absl::InvalidArgumentError(absl::StrCat("no CPU ", cpu));
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof(set), &set) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot pin to CPU ", cpu));
  }
  return absl::OkStatus();
}

}  // namespace coherent
