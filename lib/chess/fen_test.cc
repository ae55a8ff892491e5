#include "lib/chess/fen.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/chess/testing.h"
#include "lib/chess/validate.h"

namespace coherent::chess {
namespace {

using ::testing::HasSubstr;

struct Case {
  std::string where;
  std::string fen;
  std::string expected;
};

// Lines "FEN <tab> expected"; '#' begins a comment.
std::vector<Case> ReadCases(const std::string& name) {
  const absl::StatusOr<std::string> text = ReadFile(TestdataPath(name));
  EXPECT_THAT(text, IsOk());
  std::vector<Case> cases;
  int number = 0;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(*text, '\n'))) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> columns = absl::StrSplit(line, '\t');
    EXPECT_EQ(columns.size(), 2) << line;
    cases.push_back({absl::StrCat(name, ":", number), columns[0], columns[1]});
  }
  EXPECT_GT(cases.size(), 20);
  return cases;
}

TEST(FenTest, AcceptsWhatIsValidAndPrintsIt) {
  for (const Case& valid : ReadCases("fen/valid.txt")) {
    SCOPED_TRACE(valid.where);
    const absl::StatusOr<Position> position = ParseFen(valid.fen);
    ASSERT_THAT(position, IsOk());
    EXPECT_THAT(ValidatePosition(*position), IsOk());
    EXPECT_EQ(ToFen(*position), valid.expected);
    EXPECT_EQ(PositionOf(valid.expected), *position);
    EXPECT_EQ(PositionOf(ToFen(*position, FenStyle::kShredder)), *position);
  }
}

TEST(FenTest, RefusesWhatIsInvalidAndSaysWhy) {
  for (const Case& invalid : ReadCases("fen/invalid.txt")) {
    SCOPED_TRACE(invalid.where);
    EXPECT_THAT(ParseFen(invalid.fen),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(invalid.expected)));
  }
}

TEST(FenTest, TheStartFenIsTheDefaultPosition) {
  EXPECT_EQ(PositionOf(kStartFen), Position());
  EXPECT_EQ(ToFen(Position()), kStartFen);
}

TEST(FenTest, ShredderStyleNamesTheFilesOfTheRooks) {
  EXPECT_EQ(ToFen(Position(), FenStyle::kShredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST(FenTest, APhantomEnPassantSquareDoesNotChangeTheKey) {
  const Position phantom =
      PositionOf("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  const Position none = PositionOf("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(phantom, none);
  EXPECT_EQ(phantom.key(), none.key());
  const Position real = PositionOf("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
  EXPECT_NE(real.key(), PositionOf("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1").key());
}

TEST(FenTest, ErrorsStayShortAndPrintable) {
  const std::string garbage = std::string(100'000, '\x01') + " \n\xCE w";
  const absl::Status status = ParseFen(garbage).status();
  EXPECT_LT(status.message().size(), 500);
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("\x01")));
}

TEST(FenTest, EveryPositionOfTheSuitesPrintsBack) {
  for (const EpdRecord& record : ReadPerftSuites()) {
    const std::string fen = ToFen(record.position);
    EXPECT_EQ(PositionOf(fen), record.position) << fen;
    EXPECT_EQ(PositionOf(ToFen(record.position, FenStyle::kShredder)), record.position) << fen;
  }
}

}  // namespace
}  // namespace coherent::chess
