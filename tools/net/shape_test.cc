#include "tools/net/shape.h"

#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using testing::HasSubstr;

TEST(ShapeTest, KnowsTheShapesOfTheDocument) {
  EXPECT_EQ(net::PayloadBytes(*ParseShape("first")) + 112, 4'770'676U);
  EXPECT_EQ(net::PayloadBytes(*ParseShape("main")) + 112, 9'489'268U);
  EXPECT_EQ(net::PayloadBytes(*ParseShape("1024")) + 112, 12'651'892U);
  EXPECT_EQ(net::PayloadBytes(*ParseShape("teacher")) + 112, 285'953'780U);
  EXPECT_EQ(net::PayloadBytes(*ParseShape("teacher-3072")) + 112, 571'898'612U);
}

TEST(ShapeTest, TakesAnyOtherShape) {
  const auto shape = ParseShape("64,5,threats,8,24,200");
  ASSERT_THAT(shape, IsOk());
  EXPECT_EQ(*shape,
            (net::Architecture{64, 5, net::kThreatRows, 8, 24, 200, net::DefaultBuckets(5)}));
}

TEST(ShapeTest, RefusesWhatIsNoShape) {
  for (const auto* text :
       {"", "main,8", "64,8,maybe,16,32,150", "64,8,plain,16,32", "x,8,plain,16,32,150"}) {
    EXPECT_THAT(ParseShape(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("shape: found \"")));
  }
  EXPECT_THAT(ParseShape("64,40,plain,16,32,150"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("buckets: found 40")));
}

}  // namespace
}  // namespace coherent
