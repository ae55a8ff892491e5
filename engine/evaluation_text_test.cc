#include "engine/evaluation_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/chess/testing.h"
#include "lib/net/synthetic.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kQueenUp[] = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";

TEST(EvaluationTextTest, ShowsWhatAPieceIsWorthFromWhitesView) {
  EXPECT_THAT(EvaluationText(chess::PositionOf(kQueenUp), nullptr), HasSubstr("Q+9.7"));
  EXPECT_THAT(EvaluationText(chess::PositionOf("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"), nullptr),
              HasSubstr("q-9.7"));
  EXPECT_THAT(EvaluationText(chess::PositionOf("4k3/8/8/8/8/8/8/3QK3 b - - 0 1"), nullptr),
              HasSubstr("Q+9.7"));
}

TEST(EvaluationTextTest, ANetsValueIsShownRawAndScaled) {
  const auto network = std::make_shared<net::PreparedNetwork>(
      net::Prepare(net::SyntheticNetwork({.width = 32,
                                          .buckets = 4,
                                          .hidden2 = 8,
                                          .hidden3 = 8,
                                          .output_scale = 150,
                                          .bucket_table = net::DefaultBuckets(4)},
                                         1),
                   std::nullopt, {}));
  const std::string text = EvaluationText(chess::Position(), network);
  EXPECT_THAT(text, HasSubstr("Net: "));
  EXPECT_THAT(text, HasSubstr("Scaled by material of 8160: "));
  EXPECT_THAT(EvaluationText(chess::Position(), nullptr), Not(HasSubstr("Net: ")));
}

TEST(EvaluationTextTest, TheFiftyMoveClockDamps) {
  const std::string fresh = EvaluationText(chess::PositionOf(kQueenUp), nullptr);
  const std::string old =
      EvaluationText(chess::PositionOf("4k3/8/8/8/8/8/8/3QK3 w - - 80 90"), nullptr);
  EXPECT_NE(fresh.substr(fresh.find("Evaluation")), old.substr(old.find("Evaluation")));
}

}  // namespace
}  // namespace coherent
