// The UCI program `coherent`: the best slice of it that this processor runs.
#include <algorithm>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "engine/entry.h"
#include "lib/base/cpu.h"

namespace {

using coherent::CpuLevel;

// What the processor has, or less if COHERENT_SLICE in the environment asks for v2 or v3.
CpuLevel Level() {
  const CpuLevel level = coherent::DetectCpuLevel();
  const char* wanted = std::getenv("COHERENT_SLICE");
  if (wanted == nullptr) return level;
  if (absl::string_view(wanted) == "v2") return std::min(level, CpuLevel::kV2);
  if (absl::string_view(wanted) == "v3") return std::min(level, CpuLevel::kV3);
  return level;
}

}  // namespace

int main(int argc, char** argv) {
  const CpuLevel level = Level();
  if (level >= CpuLevel::kV4 && coherent_main_v4 != nullptr) return coherent_main_v4(argc, argv);
  if (level >= CpuLevel::kV3 && coherent_main_v3 != nullptr) return coherent_main_v3(argc, argv);
  return coherent_main(argc, argv);
}
