#include "lib/chess/validate.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

using ::testing::HasSubstr;

// Only what FEN text cannot break; the rest is in fen_test. (`auto`, because within a test `Setup`
// is GoogleTest's word.)

auto BareKings() { return PositionOf("4k3/8/8/8/8/8/8/4K3 w - - 0 1").ToSetup(); }

auto Refuses(absl::string_view message) {
  return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message)));
}

TEST(ValidateSetupTest, RefusesARightWithoutItsKingAtHome) {
  auto setup = PositionOf("4k3/8/8/8/8/8/4K3/7R w - - 0 1").ToSetup();
  setup.castling.Add(Color::kWhite, Wing::kKingSide);
  setup.castling_rooks[0][0] = Square(7, 0);
  EXPECT_THAT(ValidateSetup(setup), Refuses("white king on e2, expected on its back rank"));
}

TEST(ValidateSetupTest, RefusesARightWithoutItsRookOnTheRightSide) {
  for (const int file : {0, 6}) {
    auto setup = PositionOf("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").ToSetup();
    setup.castling.Add(Color::kWhite, Wing::kKingSide);
    setup.castling_rooks[0][0] = Square(file, 0);
    EXPECT_THAT(ValidateSetup(setup), Refuses("expected one on the king's side of e1"));
  }
}

TEST(ValidateSetupTest, RefusesAnEnPassantSquareThatNoPawnHasPassed) {
  auto setup = BareKings();
  setup.en_passant = Square(3, 5);
  EXPECT_THAT(ValidateSetup(setup), Refuses("en-passant square: found d6, expected an empty"));
}

TEST(ValidateSetupTest, RefusesCountersOutOfRange) {
  auto setup = BareKings();
  setup.halfmove_clock = -1;
  EXPECT_THAT(ValidateSetup(setup), Refuses("halfmove clock: found -1, expected 0 to 9999"));
  setup = BareKings();
  setup.fullmove_number = 0;
  EXPECT_THAT(ValidateSetup(setup), Refuses("move number: found 0, expected 1 to 9999"));
}

TEST(ValidatePositionTest, AcceptsEveryPositionOfRandomGames) {
  Random random(1);
  for (const EpdRecord& record : ReadPerftSuites()) {
    ASSERT_THAT(ValidatePosition(record.position), IsOk()) << record.line;
    PlayRandomly(record.position, 20, random, [](const Position&, Move, const Position& after) {
      ASSERT_THAT(ValidatePosition(after), IsOk());
    });
  }
}

}  // namespace
}  // namespace coherent::chess
