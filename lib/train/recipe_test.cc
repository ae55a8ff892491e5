#include "lib/train/recipe.h"

#include <string>

#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent::train {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(RecipeTest, ReadsEveryField) {
  const auto recipe = ParseRecipe("x", R"({
    "net": {"width": 256, "buckets": 4, "threats": true, "shared_piece_rows": true,
            "hidden2": 24, "hidden3": 40},
    "seed": 7, "batch": 8192, "epochs": 12, "check_every": 500,
    "rate": [{"steps": 1000, "from": 0, "to": 1e-3}, {"curve": "cosine", "from": 1e-3, "to": 0}],
    "result_share": 0.4,
    "adam": {"weight_decay": 0, "decay1": 0.8, "decay2": 0.99, "epsilon": 1e-7},
    "filter": {"keep_in_check": true, "min_ply": 4, "max_score_cp": 2000}
  })");
  ASSERT_THAT(recipe, IsOk());
  EXPECT_EQ(recipe->shape->architecture.width, 256);
  EXPECT_EQ(recipe->shape->architecture.buckets, 4);
  EXPECT_EQ(recipe->shape->architecture.threat_rows, net::kThreatRows);
  EXPECT_EQ(recipe->shape->architecture.hidden3, 40);
  EXPECT_TRUE(recipe->shape->shared_piece_rows);
  EXPECT_EQ(recipe->seed, 7u);
  EXPECT_EQ(recipe->batch, 8192);
  EXPECT_EQ(recipe->epochs, 12);
  EXPECT_EQ(recipe->check_every, 500);
  EXPECT_EQ(recipe->adam.weight_decay, 0);
  EXPECT_TRUE(recipe->filter.keep_in_check);
  EXPECT_FALSE(recipe->filter.keep_noisy);
  EXPECT_EQ(recipe->filter.min_ply, 4);
  const Schedule rate = *recipe->rate.Resolve("rate", 3'000);
  EXPECT_DOUBLE_EQ(rate.At(1'000), 1e-3);
  EXPECT_DOUBLE_EQ(rate.At(2'000), 0.5e-3);
  EXPECT_DOUBLE_EQ(rate.At(3'000), 0);
  EXPECT_DOUBLE_EQ(recipe->result_share.Resolve("result_share", 3'000)->At(1), 0.4);
}

TEST(RecipeTest, NeedsNoMoreThanRateAndShare) {
  const auto recipe = ParseRecipe("x", R"({"rate": 0.001, "result_share": 0.5})");
  ASSERT_THAT(recipe, IsOk());
  EXPECT_FALSE(recipe->shape.has_value());
  EXPECT_EQ(recipe->epochs, 1);
}

TEST(RecipeTest, NamesTheFieldThatIsWrong) {
  struct Case {
    std::string change;
    std::string message;
  };
  const Case cases[] = {
      {R"("colour": 1)", "x: colour: unknown field"},
      {R"("batch": 0)", "x: batch: found 0, expected a whole number from 1 to"},
      {R"("batch": 1.5)", "x: batch: found 1.5"},
      {R"("epochs": "all")", "x: epochs: found \"all\""},
      {R"("net": {"width": 100})", "x: net: width: found 100"},
      {R"("net": {"widht": 128})", "x: net: widht: unknown field"},
      {R"("net": 3)", "x: net: expected an object"},
      {R"("filter": {"keep_noisy": 1})", "x: filter: keep_noisy: expected true or false"},
      {R"("adam": {"decay1": 1})", "x: adam: decay1: found 1"},
  };
  for (const Case& test : cases) {
    EXPECT_THAT(ParseRecipe("x", R"({"rate": 0.001, "result_share": 0.5, )" + test.change + "}"),
                StatusIs(kInvalid, HasSubstr(test.message)));
  }
  EXPECT_THAT(ParseRecipe("x", R"({"rate": 0.1})"), StatusIs(kInvalid, "x: result_share: missing"));
  EXPECT_THAT(ParseRecipe("x", R"({"rate": [], "result_share": 0})"),
              StatusIs(kInvalid, HasSubstr("x: rate: expected a number from 0 to 1 or a list")));
  EXPECT_THAT(ParseRecipe("x", R"({"rate": [{"to": 1}], "result_share": 0})"),
              StatusIs(kInvalid, "x: rate[0]: from: missing"));
  EXPECT_THAT(ParseRecipe("x", R"({"result_share": 0, "rate":
                  [{"from": 0, "to": 1}, {"from": 0, "to": 1}]})"),
              StatusIs(kInvalid, "x: rate[0]: steps: missing, and not the last piece"));
  EXPECT_THAT(ParseRecipe("x", "{"), StatusIs(kInvalid, HasSubstr("x:1:2")));
}

}  // namespace
}  // namespace coherent::train
