#include "lib/base/check.h"

#include "gtest/gtest.h"

namespace coherent {
namespace {

TEST(CheckDeathTest, ABrokenCheckAbortsAndNamesPlaceAndCondition) {
  const int one = 1;
  EXPECT_DEATH(CHECK(one == 2), "check_test.cc:[0-9]+: check failed: one == 2");
}

TEST(CheckTest, AConditionThatHoldsIsEvaluatedOnce) {
  int calls = 0;
  CHECK(++calls == 1);
  EXPECT_EQ(calls, 1);
}

TEST(CheckTest, DebugChecksCostNothingInReleaseBuilds) {
  int calls = 0;
  DCHECK(++calls == 1);
#ifdef NDEBUG
  EXPECT_EQ(calls, 0);
#else
  EXPECT_EQ(calls, 1);
#endif
}

constexpr int Half(int even) {
  DCHECK(even % 2 == 0);
  return even / 2;
}
static_assert(Half(6) == 3);

}  // namespace
}  // namespace coherent
