#include "lib/chess/standard.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "lib/chess/fen.h"

namespace coherent::chess {
namespace {

bool IsStandard(absl::string_view fen) { return CastlesAsInStandardChess(*ParseFen(fen)); }

TEST(StandardTest, AKingOnEWithRooksInTheCornersIsStandard) {
  EXPECT_TRUE(IsStandard(kStartFen));
  EXPECT_TRUE(IsStandard("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"));
}

TEST(StandardTest, WithoutRightsEveryPositionIs) {
  EXPECT_TRUE(IsStandard("1r2k1r1/8/8/8/8/8/8/1R1K2R1 w - - 0 1"));
}

TEST(StandardTest, AnotherKingOrRookFileIsNot) {
  EXPECT_FALSE(IsStandard("4k3/8/8/8/8/8/8/3K3R w K - 0 1"));
  EXPECT_FALSE(IsStandard("4k1r1/8/8/8/8/8/8/4K2R w Kk - 0 1"));
}

}  // namespace
}  // namespace coherent::chess
