#include "engine/evaluation_text.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/chess/testing.h"
#include "lib/net/default_network.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

std::string TextOf(absl::string_view fen) {
  return EvaluationText(chess::PositionOf(fen), net::DefaultNetwork().network);
}

// The number behind `label`.
double NumberAfter(const std::string& text, const std::string& label) {
  const size_t at = text.find(label);
  EXPECT_NE(at, text.npos) << label << " in " << text;
  return std::stod(text.substr(at + label.size()));
}

TEST(EvaluationTextTest, ShowsWhatAPieceIsWorthFromWhitesView) {
  EXPECT_GT(NumberAfter(TextOf("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1"), " Q"), 3.0);
  EXPECT_GT(NumberAfter(TextOf("4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1"), " Q"), 3.0);
  EXPECT_LT(NumberAfter(TextOf("3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"), " q"), -3.0);
}

TEST(EvaluationTextTest, ShowsTheValueRawAndScaled) {
  const std::string text = EvaluationText(chess::Position(), net::DefaultNetwork().network);
  EXPECT_THAT(text, HasSubstr("Net: "));
  EXPECT_THAT(text, HasSubstr("Scaled by material of 8160: "));
}

TEST(EvaluationTextTest, TheFiftyMoveClockDamps) {
  const std::string fresh = TextOf("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
  const std::string old = TextOf("4k3/8/8/8/8/8/8/3QK3 w - - 80 90");
  EXPECT_EQ(NumberAfter(fresh, "Net: "), NumberAfter(old, "Net: "));
  EXPECT_GT(NumberAfter(fresh, "Evaluation: "), NumberAfter(old, "Evaluation: "));
}

}  // namespace
}  // namespace coherent
