#include "lib/uci/game.h"

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/uci/command.h"

namespace coherent::uci {
namespace {

using ::testing::HasSubstr;

TEST(GameTest, StartsWhereToldAndPlaysTheMoves) {
  const absl::StatusOr<Game> game =
      PlayGame({.fen = "4k3/8/8/8/8/8/8/4K2R w K -", .moves = {"e1g1", "e8e7"}});
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(chess::ToFen(game->start), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(chess::ToFen(game->position), "8/4k3/8/8/8/8/8/5RK1 w - - 2 2");
  EXPECT_EQ(game->moves.size(), 2u);
}

TEST(GameTest, NamesThePlyOfAnIllegalMove) {
  EXPECT_THAT(PlayGame({.fen = "", .moves = {"e2e4", "e7e5", "e7e5"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ply 3")));
}

TEST(GameTest, RefusesWhatIsNoFen) {
  EXPECT_THAT(PlayGame({.fen = "startpos", .moves = {}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("")));
}

}  // namespace
}  // namespace coherent::uci
