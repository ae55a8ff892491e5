#include "lib/net/threats.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

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
  std::vector<int> rows = ThreatRows(board, color);
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(ThreatsTest, CountsTheRowsOfTheDocument) {
  int reached = 0, reached_on_edge = 0;
  for (int i = 0; i < Piece::kCount; ++i) {
    for (const Square from : Bitboard::All()) {
      const Bitboard reach = EmptyBoardReach(Piece::FromIndex(i), from);
      reached += reach.Count();
      reached_on_edge += (reach & (Bitboard::Rank(0) | Bitboard::Rank(7))).Count();
    }
  }
  EXPECT_EQ(reached, 7'504);
  EXPECT_EQ(reached_on_edge, 1'620);
  EXPECT_EQ(12 * reached - 2 * reached_on_edge, kThreatRows);
  EXPECT_EQ(AllThreatPairs().size(), static_cast<size_t>(kThreatRows));
}

TEST(ThreatsTest, NumbersAllPairsInTheOrderOfTheDocument) {
  const std::vector<ThreatPair>& pairs = AllThreatPairs();
  for (int row = 0; row < kThreatRows; ++row) ASSERT_EQ(ThreatRow(pairs[row]), row);
  std::vector<int> first_rows;
  for (int i = 0; i < Piece::kCount; ++i) {
    const auto first = std::find_if(pairs.begin(), pairs.end(), [i](const ThreatPair& pair) {
      return pair.attacker == Piece::FromIndex(i);
    });
    first_rows.push_back(static_cast<int>(first - pairs.begin()));
  }
  EXPECT_THAT(first_rows, ElementsAre(0, 980, 4908, 11404, 21708, 38508, 43404, 44384, 48312, 54808,
                                      65112, 81912));
}

TEST(ThreatsTest, StartPositionHasTheFortyRowsOfTheDocument) {
  const Board board = BoardOf(chess::kStartFen);
  for (const Color color : chess::kColors) {
    EXPECT_THAT(SortedRows(board, color),
                ElementsAre(1004, 1232, 5074, 5086, 5326, 5338, 11404, 11474, 12528, 12538, 22684,
                            22691, 22720, 22732, 22744, 38655, 38667, 38674, 38686, 38698, 48054,
                            48282, 54372, 54384, 54624, 54636, 63972, 63983, 65036, 65107, 81106,
                            81118, 81130, 81175, 81182, 86556, 86568, 86580, 86592, 86604));
  }
}

TEST(ThreatsTest, ExampleHasTheElevenRowsOfTheDocument) {
  const Board board = BoardOf(kExampleFen);
  EXPECT_THAT(SortedRows(board, Color::kWhite), ElementsAre(418, 7912, 12026, 12128, 47098, 47132,
                                                            47167, 74642, 74722, 74748, 74923));
  EXPECT_THAT(SortedRows(board, Color::kBlack), ElementsAre(1842, 1898, 1924, 28994, 29182, 29208,
                                                            29301, 43956, 52222, 64542, 64605));
}

// Whether a piece attacks a square, by distances and by looking at the squares between.
bool AttacksByDistance(const Board& board, Square from, Square to) {
  const Piece piece = board.PieceAt(from);
  const int files = to.file() - from.file(), ranks = to.rank() - from.rank();
  const int far = std::max(std::abs(files), std::abs(ranks));
  const int near = std::min(std::abs(files), std::abs(ranks));
  if (far == 0) return false;
  if (piece.kind() == Kind::kKnight) return far == 2 && near == 1;
  if (near != 0 && near != far) return false;
  const bool diagonal = near == far;
  switch (piece.kind()) {
    case Kind::kPawn:
      return diagonal && ranks == (piece.color() == Color::kWhite ? 1 : -1);
    case Kind::kKing:
      return far == 1;
    case Kind::kBishop:
      if (!diagonal) return false;
      break;
    case Kind::kRook:
      if (diagonal) return false;
      break;
    default:
      break;
  }
  for (int i = 1; i < far; ++i) {
    if (!board.PieceAt(Square(from.file() + files / far * i, from.rank() + ranks / far * i))
             .IsNone()) {
      return false;
    }
  }
  return true;
}

std::vector<ThreatPair> PairsByDistance(const Board& board) {
  std::vector<ThreatPair> pairs;
  for (const Square from : board.occupied()) {
    for (const Square to : board.occupied()) {
      if (!AttacksByDistance(board, from, to)) continue;
      pairs.push_back({board.PieceAt(from), from, to, board.PieceAt(to)});
    }
  }
  return pairs;
}

TEST(ThreatsTest, AgreesWithDistancesOnRandomPlacements) {
  Random random(/*seed=*/1);
  for (int round = 0; round < 3000; ++round) {
    const Board board = RandomBoard(random);
    ASSERT_EQ(ThreatPairs(board), PairsByDistance(board)) << "round " << round;
  }
}

TEST(ThreatsTest, AgreesWithDistancesOnChosenPositionsUpTo183Pairs) {
  size_t most = 0;
  for (const chess::EpdRecord& record : chess::ReadPositions("net/chosen.fen")) {
    const Board board(record.position);
    const std::vector<ThreatPair> pairs = ThreatPairs(board);
    ASSERT_EQ(pairs, PairsByDistance(board)) << "line " << record.line;
    most = std::max(most, pairs.size());
  }
  EXPECT_EQ(most, 183U);
}

using PairCounts = std::map<std::tuple<int, int, int, int>, int>;

void Count(const ThreatPair& pair, int by, PairCounts& counts) {
  counts[{pair.attacker.index(), pair.from.index(), pair.to.index(), pair.target.index()}] += by;
}

// The changes must be exactly the difference of the two sets of pairs.
void ExpectChangesRight(const Board& before, const Board& after) {
  Bitboard changed;
  for (const Square square : Bitboard::All()) {
    if (before.PieceAt(square) != after.PieceAt(square)) changed |= Bitboard(square);
  }
  ThreatChanges changes;
  FindThreatChanges(before, after, changed, changes);
  PairCounts expected, found;
  for (const ThreatPair& pair : ThreatPairs(after)) Count(pair, 1, expected);
  for (const ThreatPair& pair : ThreatPairs(before)) Count(pair, -1, expected);
  for (const ThreatPair& pair : changes.added) Count(pair, 1, found);
  for (const ThreatPair& pair : changes.removed) Count(pair, -1, found);
  std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
  ASSERT_EQ(found, expected);
}

TEST(ThreatsTest, ChangesAreTheDifferenceAlongRandomGames) {
  Random random(/*seed=*/4);
  const auto visit = [](const chess::Position& before, chess::Move, const chess::Position& after) {
    ExpectChangesRight(Board(before), Board(after));
  };
  for (const chess::EpdRecord& record : chess::ReadPerftSuites()) {
    chess::PlayRandomly(record.position, 60, random, visit);
  }
  for (const chess::EpdRecord& record : chess::ReadPositions("net/chosen.fen")) {
    chess::PlayRandomly(record.position, 3, random, visit);
  }
}

TEST(ThreatsTest, ChangesAreTheDifferenceBetweenUnrelatedBoards) {
  Random random(/*seed=*/5);
  Board before = RandomBoard(random);
  for (int round = 0; round < 300; ++round) {
    const Board after = RandomBoard(random);
    ExpectChangesRight(before, after);
    before = after;
  }
}

TEST(ThreatsTest, BothSidesSeeTheSameOnTheReversedBoard) {
  Random random(/*seed=*/2);
  for (int round = 0; round < 300; ++round) {
    const Board board = RandomBoard(random);
    const Board reversed = Reversed(board);
    ASSERT_EQ(SortedRows(board, Color::kWhite), SortedRows(reversed, Color::kBlack));
    ASSERT_EQ(SortedRows(board, Color::kBlack), SortedRows(reversed, Color::kWhite));
  }
}

TEST(ThreatsTest, TwinsAreActiveTogetherOnRandomPlacements) {
  Random random(/*seed=*/3);
  for (int round = 0; round < 1000; ++round) {
    const Board board = RandomBoard(random);
    for (const Color color : chess::kColors) {
      const std::vector<int> rows = ThreatRows(board, color);
      const std::set<int> active(rows.begin(), rows.end());
      for (const int row : rows) {
        const std::optional<int> twin = TwinOf(row);
        if (twin) {
          ASSERT_TRUE(active.contains(*twin)) << row;
        }
      }
    }
  }
}

// What has to be so on the board for a pair to be active: two pieces, and squares that are empty.
struct Condition {
  std::set<std::pair<int, int>> pieces;  // square, piece
  u64 empty = 0;

  friend bool operator<(const Condition& a, const Condition& b) {
    return std::tie(a.pieces, a.empty) < std::tie(b.pieces, b.empty);
  }
};

Condition ConditionOf(const ThreatPair& pair) {
  Condition condition;
  condition.pieces = {{pair.from.index(), pair.attacker.index()},
                      {pair.to.index(), pair.target.index()}};
  const int files = pair.to.file() - pair.from.file(), ranks = pair.to.rank() - pair.from.rank();
  const int steps = std::max(std::abs(files), std::abs(ranks));
  if (pair.attacker.kind() == Kind::kKnight) return condition;
  for (int i = 1; i < steps; ++i) {
    const Square between(pair.from.file() + files / steps * i,
                         pair.from.rank() + ranks / steps * i);
    condition.empty |= Bitboard(between).bits();
  }
  return condition;
}

TEST(ThreatsTest, ExactlyTheRowsWithEqualConditionsAreTwins) {
  std::map<Condition, std::vector<int>> rows_of;
  for (int row = 0; row < kThreatRows; ++row) {
    rows_of[ConditionOf(AllThreatPairs()[row])].push_back(row);
  }
  int with_twin = 0;
  for (const auto& [condition, rows] : rows_of) {
    ASSERT_LE(rows.size(), 2U);
    if (rows.size() == 1) {
      ASSERT_EQ(TwinOf(rows[0]), std::nullopt);
      continue;
    }
    ASSERT_EQ(TwinOf(rows[0]), rows[1]);
    ASSERT_EQ(TwinOf(rows[1]), rows[0]);
    with_twin += 2;
  }
  EXPECT_EQ(with_twin, 35'196);
  EXPECT_EQ(rows_of.size(), 69'210U);
}

}  // namespace
}  // namespace coherent::net
