#include "lib/data/ending.h"

#include "gtest/gtest.h"
#include "lib/chess/testing.h"

namespace coherent::data {
namespace {

using chess::KeyHistory;
using chess::Position;
using chess::PositionOf;

std::optional<Verdict> VerdictOf(absl::string_view fen) {
  const Position position = PositionOf(fen);
  return VerdictOfRules(position, KeyHistory(position));
}

TEST(EndingTest, MateGoesBeforeTheCountOfFiftyMoves) {
  EXPECT_EQ(VerdictOf("7k/5K2/8/8/8/8/8/6R1 w - - 99 80"), std::nullopt);
  EXPECT_EQ(VerdictOf("7k/5K2/8/8/8/8/8/7R b - - 100 80"),
            (Verdict{Outcome::kWhiteWins, Ending::kCheckmate}));
  EXPECT_EQ(VerdictOf("7k/5K2/8/8/8/8/6R1/8 b - - 100 80"),
            (Verdict{Outcome::kDraw, Ending::kFiftyMoves}));
}

TEST(EndingTest, MateGoesBeforeDeadMaterial) {
  EXPECT_EQ(VerdictOf("8/8/4k3/2b5/8/8/4K3/B7 w - - 0 1"),
            (Verdict{Outcome::kDraw, Ending::kDeadMaterial}));
  EXPECT_EQ(VerdictOf("kb6/8/1K6/3B4/8/8/8/8 b - - 0 1"),
            (Verdict{Outcome::kWhiteWins, Ending::kCheckmate}));
}

TEST(EndingTest, StalemateIsADraw) {
  EXPECT_EQ(VerdictOf("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            (Verdict{Outcome::kDraw, Ending::kStalemate}));
}

TEST(EndingTest, OnlyTheThirdOccurrenceIsADraw) {
  Position position;
  KeyHistory game(position);
  for (int round = 0; round < 2; ++round) {
    for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
      EXPECT_EQ(VerdictOfRules(position, game), std::nullopt);
      position.Make(chess::MoveOf(position, move));
      game.Push(position);
    }
  }
  EXPECT_EQ(VerdictOfRules(position, game), (Verdict{Outcome::kDraw, Ending::kRepetition}));
}

}  // namespace
}  // namespace coherent::data
