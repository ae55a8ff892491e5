#include "lib/base/testing.h"

#include "gtest/gtest.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TestingTest, MatchersSeeCodeAndMessage) {
  const absl::Status status = absl::NotFoundError("a.txt: missing");
  EXPECT_THAT(status, Not(IsOk()));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("a.txt")));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, "a.txt: missing"));
  EXPECT_THAT(status, Not(StatusIs(absl::StatusCode::kInternal, HasSubstr("a.txt"))));
  EXPECT_THAT(status, Not(StatusIs(absl::StatusCode::kNotFound, HasSubstr("b.txt"))));
}

TEST(TestingTest, MatchersTakeValuesToo) {
  EXPECT_THAT(absl::StatusOr<int>(1), IsOk());
  EXPECT_THAT(absl::StatusOr<int>(absl::InternalError("x")),
              StatusIs(absl::StatusCode::kInternal, "x"));
}

TEST(TestingTest, TestdataLiesInTheTree) {
  EXPECT_THAT(TestdataPath("bench.epd"), ::testing::EndsWith("/testdata/bench.epd"));
}

}  // namespace
}  // namespace coherent
