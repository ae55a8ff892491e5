#include "lib/base/cpu.h"

#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

TEST(CpuTest, TheLevelAgreesWithWhatTheCompilerKnows) {
  const CpuLevel level = DetectCpuLevel();
  EXPECT_EQ(level >= CpuLevel::kV2, __builtin_cpu_supports("sse4.2") != 0);
  EXPECT_TRUE(level < CpuLevel::kV3 || __builtin_cpu_supports("avx2"));
  EXPECT_TRUE(level < CpuLevel::kV4 || __builtin_cpu_supports("avx512bw"));
}

TEST(CpuTest, TheModelHasAName) { EXPECT_FALSE(CpuModelName().empty()); }

TEST(CpuTest, APinnedThreadMayUseItsCpuAlone) {
  const std::vector<int> cpus = *AllowedCpus();
  ASSERT_FALSE(cpus.empty());
  std::thread([&] {
    ASSERT_THAT(PinThread(cpus.back()), IsOk());
    EXPECT_THAT(*AllowedCpus(), ::testing::ElementsAre(cpus.back()));
  }).join();
  EXPECT_EQ(*AllowedCpus(), cpus);
}

TEST(CpuTest, ThreadsCanBeLeftToTheMachine) {
  EXPECT_EQ(*ThreadsOrAll(3), 3);
  EXPECT_EQ(*ThreadsOrAll(0), static_cast<int>(AllowedCpus()->size()));
}

TEST(CpuTest, CpusThatAreNotThereAreNamed) {
  EXPECT_THAT(PinThread(-1), StatusIs(absl::StatusCode::kInvalidArgument, "no CPU -1"));
  EXPECT_THAT(PinThread(1023), ::testing::Not(IsOk()));
}

}  // namespace
}  // namespace coherent
