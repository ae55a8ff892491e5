#include "lib/base/random.h"

#include <array>
#include <numeric>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent {
namespace {

TEST(RandomTest, StartsAsThePublishedGenerators) {
  // splitmix64(0) fills the state; the first output depends on its second word only.
  constexpr u64 kSecond = 0x6e789e6aa1b965f4;
  Random random(0);
  EXPECT_EQ(random.Next(), std::rotl(kSecond * 5, 7) * 9);
}

TEST(RandomTest, TheSameSeedGivesTheSameSequence) {
  Random one(7);
  Random two(7);
  Random other(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const u64 value = one.Next();
    EXPECT_EQ(value, two.Next());
    differs |= value != other.Next();
  }
  EXPECT_TRUE(differs);
}

TEST(RandomTest, BelowReachesEveryValueAboutEquallyOften) {
  Random random(1);
  std::array<int, 6> counts = {};
  for (int i = 0; i < 60'000; ++i) ++counts[random.Below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
  EXPECT_EQ(random.Below(1), 0U);
}

TEST(RandomTest, DoublesStayBelowOne) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double value = random.NextDouble();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

TEST(RandomTest, ShufflingKeepsTheItems) {
  std::array<int, 10> items;
  std::iota(items.begin(), items.end(), 0);
  const std::array<int, 10> before = items;
  Random(3).Shuffle(std::span<int>(items));
  EXPECT_NE(items, before);
  EXPECT_THAT(items, ::testing::UnorderedElementsAreArray(before));
}

}  // namespace
}  // namespace coherent
