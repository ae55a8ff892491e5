#include "lib/match/player.h"

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/testing.h"

namespace coherent::match {
namespace {

TEST(PlayerTest, ScoresAPositionAloneWhateverItSearchedBefore) {
  const chess::Position position =
      chess::PositionOf("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  const auto player = SearchPlayer::Create({.nodes = 1'000}, 8);
  ASSERT_THAT(player, IsOk());
  const int fresh = (*player)->ScoreAlone(position, 2'000);
  ASSERT_THAT((*player)->Choose(position, chess::KeyHistory(position)), IsOk());
  EXPECT_EQ((*player)->ScoreAlone(position, 2'000), fresh);
}

TEST(PlayerTest, NeedsRoomForATable) {
  EXPECT_THAT(SearchPlayer::Create({}, 3),
              StatusIs(absl::StatusCode::kInvalidArgument, testing::HasSubstr("found 3 MiB")));
}

}  // namespace
}  // namespace coherent::match
