#include "lib/match/adjudicate.h"

#include <array>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"

namespace coherent::match {
namespace {

using data::Ending;
using data::Outcome;
using data::Verdict;

constexpr AdjudicationRules kRules = {.win_plies = 3,
                                      .win_score_cp = 1'000,
                                      .draw_plies = 4,
                                      .draw_score_cp = 5,
                                      .draw_from_ply = 10};

// The verdict and the number of scores it took.
std::pair<std::optional<Verdict>, int> Feed(const std::vector<int>& scores, int first_ply) {
  Adjudicator adjudicator(kRules);
  for (size_t i = 0; i < scores.size(); ++i) {
    const int count = static_cast<int>(i);
    if (const auto verdict = adjudicator.Add(scores[i], first_ply + count)) {
      return {verdict, count + 1};
    }
  }
  return {std::nullopt, 0};
}

TEST(AdjudicateTest, AWinNeedsScoresInARowForOneSide) {
  EXPECT_EQ(Feed({1'000, 1'000, 999, 2'000, 2'000, 2'000}, 0),
            std::pair(std::optional(Verdict{Outcome::kWhiteWins, Ending::kAdjudicatedWin}), 6));
  EXPECT_EQ(Feed({-1'000, -1'000, -1'000}, 0),
            std::pair(std::optional(Verdict{Outcome::kBlackWins, Ending::kAdjudicatedWin}), 3));
  EXPECT_EQ(Feed({1'000, -1'000, 1'000, -1'000, 1'000}, 0).first, std::nullopt);
}

TEST(AdjudicateTest, ADrawNeedsSmallScoresLateInTheGame) {
  EXPECT_EQ(Feed({0, 5, -5, 0, 0, 0}, 8),
            std::pair(std::optional(Verdict{Outcome::kDraw, Ending::kAdjudicatedDraw}), 6));
  EXPECT_EQ(Feed({0, 0, 0, 6, 0, 0, 0}, 20).first, std::nullopt);
}

TEST(AdjudicateTest, RulesWithoutPliesAreOff) {
  Adjudicator adjudicator({.win_plies = 0, .draw_plies = 0});
  for (int ply = 0; ply < 500; ++ply) {
    EXPECT_EQ(adjudicator.Add(ply % 2 == 0 ? 0 : 30'000, ply), std::nullopt);
  }
}

TEST(AdjudicateTest, SaysWhatItWouldHaveSaidOfAGamePlayedOut) {
  data::Game game = {.outcome = Outcome::kDraw, .ending = Ending::kRepetition};
  for (const i16 score : std::array<i16, 5>{10, 1'200, 1'200, 1'200, 0})
    game.moves.push_back({{}, score});
  EXPECT_EQ(WouldBeVerdict(kRules, game), (Verdict{Outcome::kWhiteWins, Ending::kAdjudicatedWin}));
  game.moves.pop_back();
  game.moves.pop_back();
  EXPECT_EQ(WouldBeVerdict(kRules, game), std::nullopt);
}

TEST(AdjudicateTest, PliesCountFromTheFirstMoveOfTheGame) {
  EXPECT_EQ(GamePly(chess::Position()), 0);
  EXPECT_EQ(GamePly(chess::PositionOf("4k3/8/8/8/8/8/8/4K3 b - - 0 5")), 9);
}

}  // namespace
}  // namespace coherent::match
