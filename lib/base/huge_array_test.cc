#include "lib/base/huge_array.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gtest/gtest.h"
#include "lib/base/int.h"

namespace coherent {
namespace {

TEST(HugeArrayTest, StartsAtZeroAndAligned) {
  for (const size_t size : {size_t{1}, size_t{1000}, size_t{3} << 20}) {
    const HugeArray<i16> array(size);
    EXPECT_EQ(array.size(), size);
    EXPECT_TRUE(std::all_of(array.begin(), array.end(), [](i16 item) { return item == 0; }));
    const size_t alignment = size > 1000 ? kHugePageBytes : kCacheLineBytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data()) % alignment, 0U);
  }
}

TEST(HugeArrayTest, MovesItsItems) {
  HugeArray<int> array(2);
  array[1] = 7;
  const HugeArray<int> other = std::move(array);
  EXPECT_EQ(other.span()[1], 7);
}

TEST(HugeArrayTest, MayBeEmpty) {
  EXPECT_TRUE(HugeArray<int>().empty());
  EXPECT_TRUE(HugeArray<int>(0).empty());
}

}  // namespace
}  // namespace coherent
