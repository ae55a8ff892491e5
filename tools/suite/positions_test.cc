#include "tools/suite/positions.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/chess/move_text.h"

namespace coherent::suite {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";

absl::StatusOr<Suite> ReadText(const std::string& text) {
  const std::string path = TemporaryPath("some.epd");
  EXPECT_THAT(WriteFileAtomically(path, text), IsOk());
  return ReadSuite(path);
}

// The only position of a file whose only line has these operations.
SuitePosition StartWith(const std::string& operations) {
  const absl::StatusOr<Suite> suite = ReadText(absl::StrCat(kStart, operations, "\n"));
  EXPECT_THAT(suite, IsOk());
  return suite.ok() ? suite->positions[0] : SuitePosition();
}

chess::Move Move(const std::string& text) {
  return *chess::ParseUciMove(StartWith("bm e4;").position, text);
}

TEST(PositionsTest, BestMovesAreReadInSanAndInUci) {
  const SuitePosition position = StartWith("bm Nf3, d2d4 e4!; id \"x\";");
  EXPECT_EQ(position.id, "x");
  EXPECT_THAT(position.best, SizeIs(3));
  EXPECT_TRUE(position.IsRight(Move("g1f3")));
  EXPECT_TRUE(position.IsRight(Move("d2d4")));
  EXPECT_FALSE(position.IsRight(Move("a2a3")));
}

TEST(PositionsTest, MovesToAvoidAreWrongAndOthersRight) {
  const SuitePosition only = StartWith("am f3;");
  EXPECT_EQ(only.id, "line 1");
  EXPECT_FALSE(only.IsRight(Move("f2f3")));
  EXPECT_TRUE(only.IsRight(Move("e2e4")));
  const SuitePosition both = StartWith("bm e4; am f3;");
  EXPECT_FALSE(both.IsRight(Move("d2d4")));
}

TEST(PositionsTest, PointsAreReadFromPairsAndFromLists) {
  for (const char* const operations :
       {"bm e4; c0 \"e4=10, Nf3=3\";", "c0 \"e4=1\"; c8 \"10 3\"; c9 \"e2e4 g1f3\";"}) {
    const SuitePosition position = StartWith(operations);
    EXPECT_EQ(position.PointsOf(Move("e2e4")), 10);
    EXPECT_EQ(position.PointsOf(Move("g1f3")), 3);
    EXPECT_EQ(position.PointsOf(Move("d2d4")), 0);
    EXPECT_EQ(position.MaxPoints(), 10);
  }
}

TEST(PositionsTest, APromotionMayHaveAnEqualsSignOfItsOwn) {
  const auto suite = ReadText("8/P6k/8/8/8/8/8/K7 w - - c0 \"a8=Q=10, a8=R+=2\";\n");
  ASSERT_THAT(suite, IsOk());
  EXPECT_EQ(suite->positions[0].points[1].points, 2);
}

TEST(PositionsTest, ARemarkInC0IsNoPoints) {
  EXPECT_THAT(StartWith("bm e4; c0 \"Morphy - Anderssen, Paris 1858 (x=1)\";").points, SizeIs(0));
}

TEST(PositionsTest, MatesMayBeOfEitherSide) {
  EXPECT_EQ(StartWith("dm 12;").mate, 12);
  EXPECT_EQ(StartWith("dm -3;").mate, -3);
  EXPECT_EQ(StartWith("bm e4;").mate, std::nullopt);
}

TEST(PositionsTest, ABadLineIsToldWithFileLineAndOperation) {
  struct Case {
    const char* line;
    const char* message;
  };

  for (const auto& [line, message] : {
           Case{"bm Nf9;", ":2: bm: move \"Nf9\""},
           Case{"bm ;", ":2: bm: found nothing, expected moves"},
           Case{"bm e4; am e5;", ":2: am: move \"e5\""},
           Case{"dm 0;", ":2: dm: found \"0\", expected moves to mate"},
           Case{"dm soon;", ":2: dm: found \"soon\""},
           Case{"id \"x\";", ":2: operations: found none of bm, am, dm, points"},
           Case{"c0 \"e4=10, e5=3\";", ":2: c0: move \"e5\""},
           Case{"c0 \"e4=10, d4\";", ":2: c0: found \" d4\", expected MOVE=POINTS"},
           Case{"c0 \"e4=10x\";", ":2: c0: found \"10x\", expected points"},
           Case{"c8 \"10 3\"; c9 \"e2e4\";", ":2: c8 and c9: found 2 points and 1 moves"},
           Case{"c0 \"e4=0\";", ":2: points: found 0 for all moves"},
       }) {
    EXPECT_THAT(ReadText(absl::StrCat(kStart, "bm e4;\n", kStart, line, "\n")),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("some.epd"), HasSubstr(message))));
  }
  EXPECT_THAT(ReadText("8/8/8 w - - bm e4;\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("some.epd:1")));
  EXPECT_THAT(ReadText("7k/5Q2/6K1/8/8/8/8/8 b - - dm -1;\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(":1: position: found no")));
}

TEST(PositionsTest, TheSuitesThatComeAlongAreGood) {
  const auto tactics = ReadSuite(TestdataPath("suite/tactics.epd"));
  ASSERT_THAT(tactics, IsOk());
  EXPECT_EQ(tactics->name, "tactics");
  EXPECT_THAT(tactics->path, EndsWith("suite/tactics.epd"));
  EXPECT_THAT(tactics->positions, SizeIs(8));
  EXPECT_EQ(tactics->positions[0].line, 2);
  const auto mates = ReadSuite(TestdataPath("suite/mates.epd"));
  ASSERT_THAT(mates, IsOk());
  EXPECT_THAT(mates->positions, SizeIs(8));
}

}  // namespace
}  // namespace coherent::suite
