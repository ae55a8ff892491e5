#include "lib/base/json.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(JsonTest, KeepsTheOrderWritten) {
  EXPECT_EQ(ParseJson("x", R"({"z": 1, "a": [1, 2.5, null, "é"]})")->dump(),
            R"({"z":1,"a":[1,2.5,null,"é"]})");
}

TEST(JsonTest, NamesFileLineAndColumnOfAnError) {
  EXPECT_THAT(ParseJson("plan.json", "{\n  \"a\": x}"),
              StatusIs(absl::StatusCode::kInvalidArgument, StartsWith("plan.json:2:8: ")));
}

TEST(JsonTest, RefusesDuplicateKeysAndSaysWhere) {
  EXPECT_THAT(ParseJson("x", "{\"a\": 1,\n \"a\": 2}"),
              StatusIs(absl::StatusCode::kInvalidArgument, "x:2:4: duplicate key \"a\""));
}

TEST(JsonTest, TheSameKeyInTwoObjectsIsNoDuplicate) {
  EXPECT_THAT(ParseJson("x", R"([{"a": {"a": 1}, "b": 2}, {"a": 3}])"), IsOk());
}

TEST(JsonTest, RefusesWhatIsNotExactlyOneValue) {
  for (const char* text : {"", " ", "1 2", "{} x", "[1,]", "{\"a\":1,}", "// c\n1", "{'a':1}",
                           "NaN", "01", "\"\xff\"", "[", "\"", "nul"}) {
    EXPECT_FALSE(ParseJson("x", text).ok()) << text;
  }
}

TEST(JsonTest, ANumberThatDoesNotFitIsAnError) {
  EXPECT_THAT(ParseJson("x", "[1e999]"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("1e999")));
}

TEST(JsonTest, DeepNestingIsHarmless) {
  EXPECT_THAT(ParseJson("x", std::string(100'000, '[') + std::string(100'000, ']')), IsOk());
}

}  // namespace
}  // namespace coherent
