#include "lib/chess/movegen.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> MovesOf(absl::string_view fen) {
  std::vector<std::string> texts;
  for (const Move move : LegalMoves(PositionOf(fen))) {
    texts.push_back(ToUci(move, CastlingStyle::kKingMoves));
  }
  return texts;
}

std::vector<u16> Sorted(const MoveList& moves) {
  std::vector<u16> words;
  for (const Move move : moves) words.push_back(move.bits());
  std::sort(words.begin(), words.end());
  return words;
}

// A few positions out of random games from every position of the suites.
template <class Visit>
void ForManyPositions(int plies, Visit visit) {
  Random random(6);
  for (const EpdRecord& record : ReadPerftSuites()) {
    visit(record.position);
    PlayRandomly(record.position, plies, random,
                 [&](const Position&, Move, const Position& after) { visit(after); });
  }
}

TEST(MovegenTest, EnPassantMustNotOpenALineToTheKing) {
  EXPECT_THAT(MovesOf("8/8/8/KPp4r/8/8/8/7k w - c6 0 2"),
              UnorderedElementsAre("a5a4", "a5a6", "a5b6", "b5b6"));
  EXPECT_THAT(MovesOf("8/k7/8/8/3Pp3/8/8/4K1B1 b - d3 0 1"), Not(Contains("e4d3")));
}

TEST(MovegenTest, EnPassantMayTakeTheChecker) {
  EXPECT_THAT(MovesOf("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"), Contains("e4d3"));
}

TEST(MovegenTest, TwoPawnsMayTakeEnPassant) {
  const std::vector<std::string> moves = MovesOf("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
  EXPECT_THAT(moves, Contains("c5d6"));
  EXPECT_THAT(moves, Contains("e5d6"));
}

TEST(MovegenTest, APieceOnAnImplausibleEnPassantSquareIsTakenAsUsual) {
  const Position position = PositionOf("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1");
  const Move move = MoveOf(position, "d5e6");
  EXPECT_EQ(move.type(), MoveType::kNormal);
  EXPECT_EQ(ToFen(After(position, move)), "4k3/8/4P3/4p3/8/8/8/4K3 b - - 0 1");
}

TEST(MovegenTest, OnlyTheKingsSquaresMustBeSafeInCastling) {
  EXPECT_THAT(MovesOf("4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1"), Contains("e1c1"));
}

TEST(MovegenTest, CastlingMustNotUncoverTheKing) {
  EXPECT_THAT(MovesOf("4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1"), Not(Contains("e1c1")));
}

TEST(MovegenTest, ARightWithoutKingOrRookGivesNoMove) {
  EXPECT_THAT(MovesOf("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"), Not(Contains("e1g1")));
}

TEST(MovegenTest, StalemateHasNoMoves) {
  EXPECT_THAT(MovesOf("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), IsEmpty());
  EXPECT_FALSE(HasLegalMove(PositionOf("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
}

TEST(MovegenTest, StagesTogetherAreAllMoves) {
  ForManyPositions(12, [](const Position& position) {
    const MoveList all = LegalMoves(position);
    MoveList noisy, quiet;
    AppendNoisyMoves(position, noisy);
    AppendQuietMoves(position, quiet);
    for (const Move move : noisy) ASSERT_FALSE(position.IsQuiet(move)) << ToFen(position);
    for (const Move move : quiet) ASSERT_TRUE(position.IsQuiet(move)) << ToFen(position);
    AppendQuietMoves(position, noisy);
    ASSERT_EQ(Sorted(noisy), Sorted(all)) << ToFen(position);
    ASSERT_EQ(CountLegalMoves(position), static_cast<int>(all.size())) << ToFen(position);
    ASSERT_EQ(HasLegalMove(position), !all.empty()) << ToFen(position);
  });
}

// Of all 65,536 words, exactly the generated moves are legal.
TEST(MovegenTest, IsLegalHoldsForTheGeneratedMovesAlone) {
  int count = 0;
  ForManyPositions(2, [&](const Position& position) {
#ifndef NDEBUG
    if (++count % 16 != 0) return;
#endif
    std::vector<u16> legal;
    for (int word = 0; word < 65'536; ++word) {
      if (position.IsLegal(Move::FromBits(static_cast<u16>(word)))) {
        legal.push_back(static_cast<u16>(word));
      }
    }
    ASSERT_EQ(legal, Sorted(LegalMoves(position))) << ToFen(position);
    ++count;
  });
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace coherent::chess
