#include "lib/net/features.h"

#include <algorithm>
#include <set>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

using testing::ElementsAre;

std::vector<int> SortedRows(const Board& board, Color color) {
  std::vector<int> rows = PieceRows(DefaultBuckets(8), board, color);
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(FeaturesTest, ExampleHasTheRowsOfTheDocument) {
  const Board board = BoardOf(kExampleFen);
  EXPECT_THAT(SortedRows(board, Color::kWhite), ElementsAre(795, 925, 964, 1089, 1258, 1444, 1529));
  EXPECT_THAT(SortedRows(board, Color::kBlack),
              ElementsAre(850, 1052, 1089, 1187, 1317, 1404, 1529));
}

TEST(FeaturesTest, StartPositionHasOneRowAPieceInBucketThree) {
  for (const Color color : chess::kColors) {
    const std::vector<int> rows = SortedRows(BoardOf(chess::kStartFen), color);
    EXPECT_EQ(rows.size(), 32U);
    EXPECT_EQ(std::set<int>(rows.begin(), rows.end()).size(), 32U);
    EXPECT_GE(rows.front(), 3 * kPieceRowsOfBucket);
    EXPECT_LT(rows.back(), 4 * kPieceRowsOfBucket);
  }
}

TEST(FeaturesTest, ChosenPositionsGiveOneRowAPieceForEitherKingOnEachSquare) {
  std::set<std::pair<Color, int>> seen;
  for (const chess::EpdRecord& record : chess::ReadPositions("net/chosen.fen")) {
    const Board board(record.position);
    for (const Color color : chess::kColors) {
      const std::vector<int> rows = SortedRows(board, color);
      ASSERT_EQ(std::set<int>(rows.begin(), rows.end()).size(),
                static_cast<size_t>(board.occupied().Count()))
          << "line " << record.line;
      seen.emplace(color, record.position.King(color).index());
    }
  }
  EXPECT_EQ(seen.size(), 128U);
}

TEST(FeaturesTest, MirroredBoardsGiveEqualRows) {
  Random random(/*seed=*/1);
  for (int round = 0; round < 300; ++round) {
    const Board board = RandomBoard(random);
    Board mirrored;
    for (const Square square : board.occupied()) {
      mirrored.Add(board.PieceAt(square), square.Mirrored());
    }
    for (const Color color : chess::kColors) {
      ASSERT_EQ(SortedRows(board, color), SortedRows(mirrored, color));
    }
  }
}

TEST(FeaturesTest, BothSidesSeeTheSameOnTheReversedBoard) {
  Random random(/*seed=*/2);
  for (int round = 0; round < 300; ++round) {
    const Board board = RandomBoard(random);
    ASSERT_EQ(SortedRows(board, Color::kWhite), SortedRows(Reversed(board), Color::kBlack));
  }
}

}  // namespace
}  // namespace coherent::net
