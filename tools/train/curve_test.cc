#include "tools/train/curve.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "lib/train/check_set.h"
#include "lib/train/trainer.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

LearningCurve CurveOf(int reports) {
  LearningCurve curve(Json{{"recipe", "a<b"}});
  for (int i = 1; i <= reports; ++i) {
    curve.Add({.step = i64{100} * i,
               .epoch = 1,
               .rate = 0.001,
               .training_error = 0.05 / i,
               .check_error = 0.06 / i,
               .check_interval = train::Interval{.low = 0.059 / i, .high = 0.061 / i},
               .output_scale = 150},
              1.5 * i, 1e5);
  }
  return curve;
}

TEST(LearningCurveTest, IsALineAboutTheRunAndOneForEachReport) {
  const std::string lines = CurveOf(2).ToLines();
  EXPECT_THAT(lines, HasSubstr("{\"recipe\":\"a<b\"}\n{\"step\":100,\"epoch\":1,"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
}

TEST(LearningCurveTest, ForgetsReportsBehindTheStateItGoesOnFrom) {
  LearningCurve curve(Json{{"recipe", "a<b"}});
  ASSERT_THAT(curve.TakeOver("x", CurveOf(3).ToLines(), 250), IsOk());
  EXPECT_EQ(curve.ToLines(), CurveOf(2).ToLines());
  EXPECT_THAT(curve.TakeOver("x", "{}\n{", 250),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("x, line 2")));
}

TEST(LearningCurveTest, DrawsAPage) {
  const std::string page = CurveOf(3).ToPage();
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("a&lt;b"));
  EXPECT_THAT(page, HasSubstr("0.0166667"));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("nan")));
  EXPECT_THAT(CurveOf(0).ToPage(), HasSubstr("<svg"));
}

}  // namespace
}  // namespace coherent
