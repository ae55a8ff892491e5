#include "lib/search/wdl.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/search/score.h"

namespace coherent::search {
namespace {

chess::Position Parse(absl::string_view fen) { return chess::ParseFen(fen).value(); }

const char* const kFens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  // 78 points
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8",
    "8/5k2/8/3R4/5p2/8/3K4/8 w - - 0 1",                         // 6
    "8/8/8/4k3/8/8/8/4K3 w - - 0 1",                             // 0
    "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1",  // 206
};

TEST(WinDrawLossTest, IsTheFormulaToThePermille) {
  const double material[] = {78, 78, 6, 0, 206};
  for (size_t i = 0; i < std::size(kFens); ++i) {
    const double m = material[i] / 58;
    const double a = 74 + 18 * m, b = 19 + 63 * m + 42 * m * m;
    for (int score = -3'000; score <= 3'000; score += 7) {
      const auto [win, draw, loss] = WinDrawLoss(score, Parse(kFens[i]));
      EXPECT_NEAR(win, 1'000 / (1 + std::exp((a - score) / b)), 1.6) << kFens[i] << score;
      EXPECT_NEAR(loss, 1'000 / (1 + std::exp((a + score) / b)), 1.6);
      EXPECT_EQ(win + draw + loss, 1'000);
      EXPECT_GE(draw, 0);
    }
  }
}

TEST(WinDrawLossTest, IsTheSameFromBothSides) {
  for (const char* fen : kFens) {
    const auto one = WinDrawLoss(123, Parse(fen)), other = WinDrawLoss(-123, Parse(fen));
    EXPECT_EQ(one[0], other[2]);
    EXPECT_EQ(one[1], other[1]);
    EXPECT_EQ(WinDrawLoss(0, Parse(fen))[0], WinDrawLoss(0, Parse(fen))[2]);
  }
}

TEST(WinDrawLossTest, IsCertainOfMates) {
  using Wdl = std::array<int, 3>;
  EXPECT_EQ(WinDrawLoss(MateIn(5), Parse(kFens[0])), (Wdl{1'000, 0, 0}));
  EXPECT_EQ(WinDrawLoss(MatedIn(4), Parse(kFens[0])), (Wdl{0, 0, 1'000}));
}

}  // namespace
}  // namespace coherent::search
