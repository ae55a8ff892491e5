#include "lib/data/sample.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/chess/epd.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"
#include "lib/data/testing.h"

namespace coherent::data {
namespace {

using chess::Color;
using chess::Position;

// The view of a label goes by the position's own side to move, wherever the game begins.
TEST(SampleTest, ResultAndScoreAreTheSideToMovesWhateverTheOpening) {
  Random random(3);
  std::vector<Game> games;
  for (const std::vector<std::string>& book : std::vector<std::vector<std::string>>{
           {}, {"e2e4"}, {"e2e4", "e7e5"}, {"e2e4", "e7e5", "g1f3"}}) {
    Position position;
    for (const std::string& move : book) position.Make(chess::MoveOf(position, move));
    games.push_back(RandomGame(position, 9, random));
  }
  games.push_back(
      RandomGame(chess::PositionOf("4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 7"), 9, random));
  for (Game& game : games) {
    game.outcome = Outcome::kWhiteWins;
    int ply = 0;
    ForEachPosition(game, [&](const Position& position, const ScoredMove& played) {
      const Sample sample = MakeSample(position, {played.move, 150}, game.outcome, ply);
      const bool is_white = position.side_to_move() == Color::kWhite;
      EXPECT_EQ(sample.half_points, is_white ? 2 : 0);
      EXPECT_EQ(sample.score_cp, is_white ? 150 : -150);
      EXPECT_EQ(sample.ply, ply++);
    });
    EXPECT_EQ(ply, static_cast<int>(game.moves.size()));
  }
}

TEST(SampleTest, ComesBackFromItsThirtyTwoBytes) {
  for (const chess::EpdRecord& record : chess::ReadPerftSuites()) {
    for (const int score : {-32'767, 0, 32'000}) {
      const Sample sample = {
          .position = record.position, .score_cp = score, .half_points = 1, .ply = 200};
      EXPECT_EQ(PackedSample(sample).Unpack(), sample);
    }
  }
}

}  // namespace
}  // namespace coherent::data
