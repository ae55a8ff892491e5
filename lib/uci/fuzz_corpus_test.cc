// Inputs that were once worth keeping stay harmless.
#include <cstdint>
#include <filesystem>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace coherent::uci {
namespace {

TEST(FuzzCorpusTest, EveryInputIsSurvived) {
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TestdataPath("fuzz/uci"))) {
    const auto input = ReadFile(entry.path().string());
    ASSERT_THAT(input, IsOk());
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input->data()), input->size());
    ++inputs;
  }
  EXPECT_GT(inputs, 0);
}

}  // namespace
}  // namespace coherent::uci
