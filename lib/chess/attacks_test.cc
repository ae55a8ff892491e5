#include "lib/chess/attacks.h"

#include <algorithm>
#include <cstdlib>

#include "gtest/gtest.h"

namespace coherent::chess {
namespace {

// Calls `visit` with every subset of the occupancy that matters to a slider on `from`, and more.
template <class Visit>
void ForSomeOccupancies(Square from, Visit visit) {
  u64 state = 1 + from.index();
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const u64 dense = state ^ state >> 29;
    visit(Bitboard(i % 2 == 0 ? dense : dense & (dense << 13 | dense >> 7)));
  }
}

TEST(AttacksTest, SliderTablesEqualWalkingTheRays) {
  for (int i = 0; i < 64; ++i) {
    const Square from = Square::FromIndex(i);
    ForSomeOccupancies(from, [from](Bitboard occupied) {
      ASSERT_EQ(RookAttacks(from, occupied), RookAttacksByRays(from, occupied));
      ASSERT_EQ(BishopAttacks(from, occupied), BishopAttacksByRays(from, occupied));
    });
  }
}

TEST(AttacksTest, ReachIsTheAttackOnAnEmptyBoard) {
  for (int i = 0; i < 64; ++i) {
    const Square from = Square::FromIndex(i);
    EXPECT_EQ(RookReach(from), RookAttacksByRays(from, Bitboard()));
    EXPECT_EQ(BishopReach(from), BishopAttacksByRays(from, Bitboard()));
  }
}

TEST(AttacksTest, LeapersKeepTheirDistance) {
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Square a = Square::FromIndex(i), b = Square::FromIndex(j);
      const int files = std::abs(a.file() - b.file()), ranks = std::abs(a.rank() - b.rank());
      EXPECT_EQ(KnightAttacks(a).Contains(b), files * ranks == 2);
      EXPECT_EQ(KingAttacks(a).Contains(b), i != j && files <= 1 && ranks <= 1);
      EXPECT_EQ(PawnAttacks(Color::kWhite, a).Contains(b), files == 1 && b.rank() - a.rank() == 1);
      EXPECT_EQ(PawnAttacks(Color::kBlack, a).Contains(b), files == 1 && b.rank() - a.rank() == -1);
    }
  }
}

TEST(AttacksTest, SetsOfPawnsAttackWhatTheirMembersAttack) {
  const Bitboard pawns(0x00'81'42'24'18'A5'FF'00);
  for (const Color color : kColors) {
    Bitboard expected;
    for (const Square from : pawns) expected |= PawnAttacks(color, from);
    EXPECT_EQ(PawnAttacks(color, pawns), expected);
  }
}

TEST(AttacksTest, LinesAndBetweenFollowGeometry) {
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Square a = Square::FromIndex(i), b = Square::FromIndex(j);
      const int files = b.file() - a.file(), ranks = b.rank() - a.rank();
      const bool aligned =
          i != j && (files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks));
      EXPECT_EQ(Line(a, b).Any(), aligned);
      const int steps = std::max(std::abs(files), std::abs(ranks));
      EXPECT_EQ(Between(a, b).Count(), aligned ? steps - 1 : 0);
      if (!aligned) continue;
      EXPECT_TRUE(Line(a, b).Contains(a) && Line(a, b).Contains(b));
      for (int step = 1; step < steps; ++step) {
        const Square c(a.file() + files / steps * step, a.rank() + ranks / steps * step);
        EXPECT_TRUE(Between(a, b).Contains(c) && Line(a, b).Contains(c));
      }
    }
  }
}

}  // namespace
}  // namespace coherent::chess
