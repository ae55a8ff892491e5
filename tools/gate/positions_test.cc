#include "tools/gate/positions.h"

#include <fstream>
#include <string>

#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/chess/perft.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

absl::StatusOr<PositionSet> ReadText(const std::string& text) {
  const std::string path = TemporaryPath("positions.epd");
  std::ofstream(path, std::ios::binary) << text;
  return ReadPositions(path);
}

std::string GateFile() { return ReadFile(TestdataPath("gate/256.epd")).value(); }

TEST(PositionsTest, ReadsTheGatesOwnFile) {
  const auto set = ReadPositions(TestdataPath("gate/256.epd"));
  ASSERT_THAT(set, IsOk());
  ASSERT_THAT(set->positions, SizeIs(256));
  EXPECT_EQ(set->positions[136].id, "g256.137");
  EXPECT_EQ(set->sha256, "873e60b5899deb967f45eaa0f9d13a4a7503d663e2f166fbcb60e1c9ff1df317");
  EXPECT_FALSE(set->NeedsChess960());
}

TEST(PositionsTest, LineEndsChangeNothing) {
  const auto expected = ReadText(GateFile());
  const auto crlf = ReadText(absl::StrReplaceAll(GateFile(), {{"\n", "\r\n"}}));
  std::string cut = GateFile();
  cut.pop_back();
  const auto without_end = ReadText(cut);
  ASSERT_THAT(crlf, IsOk());
  ASSERT_THAT(without_end, IsOk());
  ASSERT_THAT(crlf->positions, SizeIs(256));
  ASSERT_THAT(without_end->positions, SizeIs(256));
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(crlf->positions[i].fen, expected->positions[i].fen);
    EXPECT_EQ(crlf->positions[i].id, expected->positions[i].id);
    EXPECT_EQ(without_end->positions[i].fen, expected->positions[i].fen);
  }
}

TEST(PositionsTest, ReadsPlainFenLinesAndNamesThemByLine) {
  const auto set = ReadText("# remark\n\n" + std::string(kStart) + "\n8/8/4k3/8/8/4K3/4R3/8 w\n");
  ASSERT_THAT(set, IsOk());
  ASSERT_THAT(set->positions, SizeIs(2));
  EXPECT_EQ(set->positions[0].id, "line 3");
  EXPECT_EQ(set->positions[1].fen, "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1");
}

TEST(PositionsTest, KeepsTheEnPassantSquareOfFourFields) {
  const auto set = ReadText("rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6\n");
  ASSERT_THAT(set, IsOk());
  EXPECT_EQ(chess::Perft(set->positions[0].position, 1), 31u);
  EXPECT_EQ(chess::Perft(set->positions[0].position, 3), 26627u);
  EXPECT_THAT(set->positions[0].fen, HasSubstr(" d6 "));
}

TEST(PositionsTest, HonoursTheCountersOfEpd) {
  const auto set =
      ReadText("rnbqkbnr/pp2pppp/2p5/8/2pP4/4P3/PP3PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 4;\n");
  ASSERT_THAT(set, IsOk());
  EXPECT_THAT(set->positions[0].fen, testing::EndsWith(" 0 4"));
}

TEST(PositionsTest, NamesFileAndLineOfABadLine) {
  for (const char* const bad : {
           "4k3/8/8/8/8/8/8/8 w - - 0 1",
           "8/8/8/3kK3/8/8/8/8 w - - 0 1",
           "r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1",
           "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "startpos",
           "fen",
       }) {
    EXPECT_THAT(ReadText(std::string(kStart) + "\n" + bad + "\n"),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("positions.epd:2")))
        << bad;
  }
}

TEST(PositionsTest, RefusesWhatIsNoText) {
  EXPECT_THAT(ReadText(std::string("\x1f\x8b\x08\x00\x00", 5)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("positions.epd:1")));
  const std::string flipped = GateFile();
  const size_t line = flipped.find('\n') + 1;
  for (const size_t place : {size_t{10}, flipped.find("id \"", line) - line + 5}) {
    std::string damaged = flipped;
    damaged[line + place] = '\xCE';
    EXPECT_THAT(ReadText(damaged),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("positions.epd:2")));
  }
  EXPECT_FALSE(ReadText("").ok());
}

TEST(PositionsTest, RefusesAnIdForASecondTime) {
  const std::string line = std::string(kStart) + " id \"a\";\n";
  EXPECT_THAT(ReadText(line + line),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("second time")));
}

TEST(PositionsTest, KnowsChess960ByItsCastling) {
  EXPECT_FALSE(ReadText("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n")->NeedsChess960());
  EXPECT_TRUE(ReadText("4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1\n")->NeedsChess960());
  EXPECT_TRUE(ReadText("5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1\n")->NeedsChess960());
}

TEST(PositionsTest, ThinsToASampleOfTheWholeFile) {
  auto set = ReadText(GateFile());
  ASSERT_THAT(set, IsOk());
  Thin(32, &*set);
  ASSERT_THAT(set->positions, SizeIs(32));
  EXPECT_EQ(set->positions[0].id, "g256.001");
  EXPECT_EQ(set->positions[31].id, "g256.249");
  Thin(100, &*set);
  EXPECT_THAT(set->positions, SizeIs(32));
}

}  // namespace
}  // namespace coherent::gate
