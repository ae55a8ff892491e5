#include "lib/data/filter.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"

namespace coherent::data {
namespace {

using chess::Position;
using chess::PositionOf;

// Keeps everything that has a score.
constexpr FilterRules kAll = {
    .keep_in_check = true, .keep_noisy = true, .max_score_cp = 32'000, .min_pieces = 0};

struct Played {
  std::string move;
  i16 score;
};

Game GameOf(absl::string_view fen, const std::vector<Played>& moves) {
  Game game = {.start = PositionOf(fen), .outcome = Outcome::kWhiteWins};
  Position position = game.start;
  for (const Played& played : moves) {
    game.moves.push_back({chess::MoveOf(position, played.move), played.score});
    position.Make(game.moves.back().move);
  }
  return game;
}

// The plies that are kept.
std::vector<int> Kept(const Game& game, const FilterRules& rules) {
  std::vector<PackedSample> samples;
  FilterCounts counts;
  AppendSamples(game, rules, samples, counts);
  EXPECT_EQ(counts.kept, samples.size());
  EXPECT_EQ(counts.kept + counts.no_score + counts.decided + counts.in_check + counts.noisy +
                counts.early + counts.score + counts.few_pieces,
            game.moves.size());
  std::vector<int> plies;
  plies.reserve(samples.size());
  for (const PackedSample& sample : samples) plies.push_back(sample.Unpack().ply);
  return plies;
}

// Check on ply 1, captures on plies 2 and 3.
Game Lively() {
  return GameOf(
      "4k3/8/8/8/8/2b5/3P4/R3K3 w - - 0 1",
      {{"a1a8", 10}, {"e8e7", 20}, {"d2c3", 3'001}, {"e7d7", -3'000}, {"a8a1", kNoScore}});
}

TEST(FilterTest, EachRuleDropsItsOwn) {
  EXPECT_EQ(Kept(Lively(), kAll), (std::vector<int>{0, 1, 2, 3}));
  FilterRules rules = kAll;
  rules.keep_in_check = false;
  EXPECT_EQ(Kept(Lively(), rules), (std::vector<int>{0, 2, 3}));
  rules = kAll;
  rules.keep_noisy = false;
  EXPECT_EQ(Kept(Lively(), rules), (std::vector<int>{0, 1, 3}));
  rules = kAll;
  rules.min_ply = 3;
  EXPECT_EQ(Kept(Lively(), rules), (std::vector<int>{3}));
  rules = kAll;
  rules.max_score_cp = 3'000;
  EXPECT_EQ(Kept(Lively(), rules), (std::vector<int>{0, 1, 3}));
  rules = kAll;
  rules.min_pieces = 5;
  EXPECT_EQ(Kept(Lively(), rules), (std::vector<int>{0, 1, 2}));
}

TEST(FilterTest, ByDefaultQuietPositionsOutsideCheckAreKept) {
  EXPECT_EQ(Kept(Lively(), {}), (std::vector<int>{0, 3}));
}

TEST(FilterTest, TheRestOfADecidedGameIsLeftOut) {
  const Game game = GameOf("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {{"a1a2", 900},
                                                              {"e8d8", 1'000},
                                                              {"a2a3", 900},
                                                              {"d8e8", 1'000},
                                                              {"a3a4", 1'100},
                                                              {"e8d8", 0},
                                                              {"a4a5", 0}});
  FilterRules rules = kAll;
  rules.decided_plies = 2;
  EXPECT_EQ(Kept(game, rules), (std::vector<int>{0, 1, 2, 3, 4}));
  rules.decided_cp = 900;
  EXPECT_EQ(Kept(game, rules), (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace coherent::data
