#include "lib/base/static_vector.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent {
namespace {

using ::testing::ElementsAre;

// Like a chess move: small, and without a default.
struct Item {
  explicit constexpr Item(int number) : value(number) {}
  friend constexpr bool operator==(Item, Item) = default;
  int value;
};

TEST(StaticVectorTest, GrowsAndShrinksAtTheEnd) {
  StaticVector<int, 3> items;
  EXPECT_TRUE(items.empty());
  items.push_back(5);
  items.push_back(6);
  items.push_back(7);
  EXPECT_TRUE(items.full());
  items.pop_back();
  items[0] = 4;
  EXPECT_THAT(items, ElementsAre(4, 6));
  EXPECT_EQ(items.back(), 6);
  items.clear();
  EXPECT_EQ(items.size(), 0U);
}

TEST(StaticVectorTest, CopiesAreIndependent) {
  StaticVector<Item, 2> one;
  one.push_back(Item(1));
  StaticVector<Item, 2> two = one;
  EXPECT_TRUE(one == two);
  two.push_back(Item(2));
  EXPECT_FALSE(one == two);
  one = two;
  EXPECT_TRUE(one == two);
}

#ifndef NDEBUG
TEST(StaticVectorDeathTest, OverflowIsABug) {
  StaticVector<int, 1> items;
  items.push_back(1);
  EXPECT_DEATH(items.push_back(2), "check failed");
}
#endif

}  // namespace
}  // namespace coherent
