#include "lib/match/game.h"

#include <memory>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/chess/testing.h"
#include "lib/data/reader.h"
#include "lib/search/score.h"

namespace coherent::match {
namespace {

using chess::Color;
using chess::KeyHistory;
using chess::Move;
using chess::Position;
using chess::PositionOf;
using data::Ending;
using data::Game;
using data::Outcome;
using testing::HasSubstr;

constexpr AdjudicationRules kPlayOut = {.win_plies = 0, .draw_plies = 0};

// Plays the moves it is given and claims `score`.
class ScriptedPlayer final : public Player {
 public:
  explicit ScriptedPlayer(std::vector<std::string> moves, int score = 0)
      : moves_(std::move(moves)), score_(score) {}
  absl::Status NewGame() override {
    next_ = 0;
    return absl::OkStatus();
  }
  absl::StatusOr<Choice> Choose(const Position& position, const KeyHistory&) override {
    if (next_ == moves_.size()) return absl::UnavailableError("no move left");
    const std::string& text = moves_[next_++];
    return Choice{text == "0000" ? Move::None() : chess::MoveOf(position, text), score_};
  }

 private:
  std::vector<std::string> moves_;
  int score_;
  size_t next_ = 0;
};

absl::StatusOr<Game> Play(absl::string_view fen, std::vector<std::string> moves,
                          const AdjudicationRules& rules = kPlayOut) {
  ScriptedPlayer both(std::move(moves));
  return PlayGame(PositionOf(fen), rules, both, both);
}

absl::StatusOr<Game> PlayBySearch(absl::string_view fen, u64 nodes,
                                  const AdjudicationRules& rules = kPlayOut) {
  auto player = SearchPlayer::Create({.soft_nodes = nodes}, 4);
  EXPECT_THAT(player, IsOk());
  return PlayGame(PositionOf(fen), rules, **player, **player);
}

TEST(GameTest, MateGoesBeforeFiftyMoves) {
  const auto game = PlayBySearch("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", 100);
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(game->outcome, Outcome::kWhiteWins);
  EXPECT_EQ(game->ending, Ending::kCheckmate);
  ASSERT_EQ(game->moves.size(), 1);
  EXPECT_EQ(game->moves[0].score, data::kMateScore - 1);
}

TEST(GameTest, AFinishedStartHasAResultAndNoMove) {
  const auto game = PlayBySearch("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 100);
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(game->outcome, Outcome::kDraw);
  EXPECT_EQ(game->ending, Ending::kStalemate);
  EXPECT_THAT(game->moves, testing::IsEmpty());
  EXPECT_EQ(Play("kb6/8/1K6/3B4/8/8/8/8 b - - 0 1", {})->outcome, Outcome::kWhiteWins);
}

TEST(GameTest, EndsByEveryRule) {
  EXPECT_EQ(Play("4k3/8/8/8/8/8/8/R3K3 w - - 98 90", {"a1a2", "e8e7"})->ending,
            Ending::kFiftyMoves);
  EXPECT_EQ(Play("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", {"e1e2"})->ending, Ending::kDeadMaterial);
  EXPECT_EQ(Play("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                 {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"})
                ->ending,
            Ending::kRepetition);
  AdjudicationRules rules = kPlayOut;
  rules.max_plies = 2;
  EXPECT_EQ(Play("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a2", "e8e7"}, rules)->ending,
            Ending::kLengthLimit);
}

TEST(GameTest, EndsByScoresOnceBothSidesAgree) {
  ScriptedPlayer white({"a1a2", "a2a3", "a3a4"}, 2'000), black({"e8e7", "e7e8", "e8e7"}, -2'000);
  const auto game = PlayGame(PositionOf("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
                             {.win_plies = 5, .win_score_cp = 1'500}, white, black);
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(game->outcome, Outcome::kWhiteWins);
  EXPECT_EQ(game->ending, Ending::kAdjudicatedWin);
  EXPECT_EQ(game->moves.size(), 5);
  for (const data::ScoredMove& played : game->moves) EXPECT_EQ(played.score, 2'000);
}

TEST(GameTest, NoNullMoveReachesAGame) {
  EXPECT_THAT(Play("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a2", "0000"}),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("the player of Black chose 0000")));
}

// Positions in check are stored as any other: the search that moves out of it has a score too.
TEST(GameTest, APositionInDoubleCheckIsRecordedWithItsMove) {
  const auto game = PlayBySearch("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1", 100, {.max_plies = 4});
  ASSERT_THAT(game, IsOk());
  ASSERT_FALSE(game->moves.empty());
  EXPECT_TRUE(game->start.InCheck());
  EXPECT_TRUE(game->start.IsLegal(game->moves[0].move));
  std::string bytes;
  EXPECT_THAT(AppendGame(*game, bytes), IsOk());
}

TEST(GameTest, AGameDependsOnItsOpeningAlone) {
  const absl::string_view fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
  auto player = SearchPlayer::Create({.nodes = 400, .soft_nodes = 100}, 4);
  ASSERT_THAT(player, IsOk());
  const AdjudicationRules rules = {.max_plies = 10};
  const auto first = PlayGame(PositionOf(fen), rules, **player, **player);
  EXPECT_THAT(PlayGame(Position(), rules, **player, **player), IsOk());
  const auto second = PlayGame(PositionOf(fen), rules, **player, **player);
  EXPECT_EQ(*first, *second);
}

TEST(GameTest, ScoresAreWhitesViewAndOnlyMatesReachTheFloor) {
  EXPECT_EQ(ToDataScore(25, Color::kWhite), 25);
  EXPECT_EQ(ToDataScore(25, Color::kBlack), -25);
  EXPECT_EQ(ToDataScore(search::MateIn(3), Color::kBlack), -31'997);
  EXPECT_EQ(ToDataScore(search::kMaxEval, Color::kWhite), data::kMateFloor - 1);
  EXPECT_EQ(ToDataScore(-search::kMaxEval, Color::kWhite), 1 - data::kMateFloor);
}

}  // namespace
}  // namespace coherent::match
