#include "lib/match/opening.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/chess/repetition.h"
#include "lib/chess/testing.h"
#include "lib/data/ending.h"
#include "lib/match/adjudicate.h"

namespace coherent::match {
namespace {

using chess::Position;
using testing::HasSubstr;

int Even(const Position&) { return 0; }

TEST(OpeningTest, HasAsManyPliesAsAskedFor) {
  std::set<int> plies;
  for (int seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const auto opening = MakeOpening({}, Even, random);
    ASSERT_THAT(opening, IsOk());
    plies.insert(GamePly(*opening));
  }
  EXPECT_THAT(plies, testing::ElementsAre(8, 9));
}

TEST(OpeningTest, EqualSeedsGiveEqualOpeningsAndOthersOthers) {
  std::set<u64> keys;
  for (int seed = 0; seed < 50; ++seed) {
    Random one(seed), two(seed);
    const auto opening = MakeOpening({}, Even, one);
    EXPECT_EQ(*opening, *MakeOpening({}, Even, two));
    keys.insert(opening->key());
  }
  EXPECT_EQ(keys.size(), 50);
}

TEST(OpeningTest, IsNoMoreUnbalancedThanAllowed) {
  int tries = 0;
  const auto score = [&tries](const Position&) { return ++tries < 5 ? -700 : -600; };
  Random random(1);
  EXPECT_THAT(MakeOpening({.max_score_cp = 600}, score, random), IsOk());
  EXPECT_EQ(tries, 5);
  EXPECT_THAT(MakeOpening({.max_score_cp = 599}, score, random),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("1000 tries")));
}

TEST(OpeningTest, BeginsInTheBook) {
  const Position position = chess::PositionOf("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  Random random(1);
  EXPECT_EQ(*MakeOpening({{position}, 0, 0}, Even, random), position);
  EXPECT_EQ(GamePly(*MakeOpening({{position}, 1, 1}, Even, random)), 1);
}

// Mate in one ply is likely here; stalemate and dead material are as common.
TEST(OpeningTest, IsNeverAFinishedGame) {
  const Position position = chess::PositionOf("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
  for (int seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto opening = MakeOpening({{position}, 1, 2}, Even, random);
    ASSERT_THAT(opening, IsOk());
    EXPECT_EQ(data::VerdictOfRules(*opening, chess::KeyHistory(*opening)), std::nullopt);
  }
}

}  // namespace
}  // namespace coherent::match
