#include "lib/base/multi_array.h"

#include "gtest/gtest.h"
#include "lib/base/int.h"

namespace coherent {
namespace {

static_assert(sizeof(MultiArray<i16, 2, 6, 64>) == sizeof(i16[2][6][64]), "no padding");

TEST(MultiArrayTest, TheLastIndexIsTheNearest) {
  MultiArray<int, 2, 3> table = {};
  EXPECT_EQ(&table[1][0], &table[0][0] + 3);
}

TEST(MultiArrayTest, FillReachesEveryElement) {
  MultiArray<i16, 2, 3, 4> table = {};
  Fill(table, 7);
  int sum = 0;
  for (const auto& plane : table) {
    for (const auto& row : plane) {
      for (const i16 value : row) sum += value;
    }
  }
  EXPECT_EQ(sum, 7 * 2 * 3 * 4);
}

}  // namespace
}  // namespace coherent
