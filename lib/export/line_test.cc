#include "lib/export/line.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/random.h"

namespace coherent::exporting {
namespace {

using net::Piece;
using net::Square;

// A number for each two men on two squares, without a table.
i64 WeightOf(Piece a, Square on_a, Piece b, Square on_b) {
  Random random(static_cast<u64>(((a.index() * 64 + on_a.index()) * 12 + b.index()) * 64) +
                on_b.index());
  return static_cast<i64>(random.Below(201)) - 100;
}

i64 SumOf(const Gains& gains, const std::vector<Placed>& placed) {
  i64 sum = 0;
  for (size_t i = 0; i < placed.size(); ++i) {
    sum += gains[placed[i].square.index()][placed[i].piece.index()];
    if (i == 0) continue;
    sum += WeightOf(placed[i - 1].piece, placed[i - 1].square, placed[i].piece, placed[i].square);
  }
  return sum;
}

// Tries every placement on the squares from `next` on, behind those already there.
i64 SlowBest(const std::vector<Square>& squares, size_t next, const Gains& gains,
             std::vector<Placed>& placed) {
  if (next == squares.size()) return SumOf(gains, placed);
  i64 best = SlowBest(squares, next + 1, gains, placed);
  for (int i = 0; i < Piece::kCount; ++i) {
    placed.push_back({Piece::FromIndex(i), squares[next]});
    best = std::max(best, SlowBest(squares, next + 1, gains, placed));
    placed.pop_back();
  }
  return best;
}

TEST(LineTest, FindsTheBestOfAllPlacements) {
  Random random(/*seed=*/1);
  for (const size_t length : {1, 2, 3, 3, 3, 4}) {
    std::vector<Square> squares;
    for (size_t i = 0; i < length; ++i) squares.push_back(Square(2, static_cast<int>(i) + 3));
    Gains gains;
    for (ByPiece& of_square : gains) {
      for (i64& gain : of_square) gain = static_cast<i64>(random.Below(301)) - 250;
    }
    gains[squares[0].index()][5] = kForbidden;
    std::vector<Placed> placed, none;
    const i64 best = Line(squares, WeightOf).Best(gains, placed);
    EXPECT_EQ(best, SlowBest(squares, 0, gains, none));
    std::reverse(placed.begin(), placed.end());
    EXPECT_EQ(SumOf(gains, placed), best);
  }
}

TEST(LineTest, StaysEmptyIfNobodyGains) {
  Gains gains;
  for (ByPiece& of_square : gains) of_square.fill(-1);
  std::vector<Placed> placed;
  const auto nothing = [](Piece, Square, Piece, Square) { return 0; };
  EXPECT_EQ(Line({Square(0, 0), Square(1, 1)}, nothing).Best(gains, placed), 0);
  EXPECT_TRUE(placed.empty());
}

}  // namespace
}  // namespace coherent::exporting
