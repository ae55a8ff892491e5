#include "lib/chess/epd.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

using ::testing::HasSubstr;
using ::testing::Pointee;

constexpr absl::string_view kBoard = "rnbqkbnr/pp2pppp/2p5/8/2pP4/4P3/PP3PPP/RNBQKBNR w KQkq -";

EpdRecord RecordOf(absl::string_view line) {
  absl::StatusOr<EpdRecord> record = ParseEpd(line);
  EXPECT_THAT(record, IsOk()) << line;
  return record.ok() ? *record : EpdRecord();
}

TEST(EpdTest, ReadsOperations) {
  const EpdRecord record = RecordOf(
      absl::StrCat(kBoard, " bm Nf3 Nc3; id \"a; b\"; c0 \"x=10\"; am a3;acd 5;c1 \"a\" \"b\";"));
  EXPECT_EQ(ToFen(record.position), absl::StrCat(kBoard, " 0 1"));
  EXPECT_THAT(record.Find("bm"), Pointee(std::string("Nf3 Nc3")));
  EXPECT_THAT(record.Find("id"), Pointee(std::string("a; b")));
  EXPECT_THAT(record.Find("c0"), Pointee(std::string("x=10")));
  EXPECT_THAT(record.Find("am"), Pointee(std::string("a3")));
  EXPECT_THAT(record.Find("c1"), Pointee(std::string("\"a\" \"b\"")));
  EXPECT_EQ(record.Find("dm"), nullptr);
  EXPECT_EQ(record.operations.size(), 6);
}

TEST(EpdTest, ReadsPerftCounts) {
  for (const absl::string_view tail :
       {" 3 9 ;id pos 1 ;D1 20 ;D2 400", " 3 9;id pos 1;D1 20;D2 400"}) {
    const EpdRecord record = RecordOf(absl::StrCat(kBoard, tail));
    EXPECT_EQ(ToFen(record.position), absl::StrCat(kBoard, " 3 9"));
    EXPECT_THAT(record.Find("id"), Pointee(std::string("pos 1")));
    EXPECT_THAT(record.Find("D2"), Pointee(std::string("400")));
  }
}

TEST(EpdTest, ReadsOperationsBehindAllSixFields) {
  const EpdRecord record = RecordOf(absl::StrCat(kBoard, " 3 9 id \"g256.001\"; c0 \"opening\";"));
  EXPECT_EQ(record.position.halfmove_clock(), 3);
  EXPECT_THAT(record.Find("id"), Pointee(std::string("g256.001")));
}

TEST(EpdTest, HonoursTheCountersAmongTheOperations) {
  const auto printed = [](absl::string_view tail) {
    return ToFen(RecordOf(absl::StrCat(kBoard, tail)).position);
  };
  EXPECT_EQ(printed(" hmvc 2; fmvn 4;"), absl::StrCat(kBoard, " 2 4"));
  EXPECT_EQ(printed(" fmvn 4;"), absl::StrCat(kBoard, " 0 4"));
  EXPECT_EQ(printed(" hmvc 2;"), absl::StrCat(kBoard, " 2 1"));
  EXPECT_EQ(printed(" 7 8 hmvc 2;"), absl::StrCat(kBoard, " 2 8"));
}

TEST(EpdTest, TakesEveryNumberOfFenFields) {
  for (const absl::string_view line :
       {"8/8/4k3/8/8/4K3/4R3/8 w", "8/8/4k3/8/8/4K3/4R3/8 w -", "8/8/4k3/8/8/4K3/4R3/8 w - - 0",
        "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", "8/8/4k3/8/8/4K3/4R3/8 w ; id \"x\"",
        "8/8/4k3/8/8/4K3/4R3/8 w ; fmvn 1"}) {
    EXPECT_EQ(ToFen(RecordOf(line).position), "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1") << line;
  }
}

TEST(EpdTest, RefusesABadLineAndSaysWhy) {
  const auto error = [](absl::string_view tail) {
    return std::string(ParseEpd(absl::StrCat(kBoard, tail)).status().message());
  };
  EXPECT_THAT(error(" id \"x;"), HasSubstr("a quote is not closed"));
  EXPECT_THAT(error(" -1 id 3;"), HasSubstr("operation: found \"-1\""));
  EXPECT_THAT(error(" 0 1 2;"), HasSubstr("operation: found \"2\""));
  EXPECT_THAT(error(" hmvc two;"), HasSubstr("hmvc: found \"two\", expected a number"));
  EXPECT_THAT(error(" hmvc;"), HasSubstr("hmvc: found \"\", expected a number"));
  EXPECT_THAT(error(" hmvc 99999;"), HasSubstr("halfmove clock: found \"99999\""));
  EXPECT_THAT(error(std::string(" id \0", 5)), HasSubstr("not a text file: found byte \"\\000\""));
}

std::vector<std::string> FensOf(const absl::StatusOr<std::vector<EpdRecord>>& records) {
  std::vector<std::string> fens;
  EXPECT_THAT(records, IsOk());
  if (records.ok()) {
    for (const EpdRecord& record : *records) fens.push_back(ToFen(record.position));
  }
  return fens;
}

TEST(EpdFileTest, LineEndsByteOrderMarkAndCommentsMakeNoDifference) {
  const std::string text = absl::StrCat(kBoard, " id \"1\";\n# comment\n\n", kStartFen, "\n");
  const std::vector<std::string> expected = {absl::StrCat(kBoard, " 0 1"), std::string(kStartFen)};
  EXPECT_EQ(FensOf(ParseEpdFile("f", text)), expected);
  EXPECT_EQ(FensOf(ParseEpdFile("f", absl::StrReplaceAll(text, {{"\n", "\r\n"}}))), expected);
  EXPECT_EQ(FensOf(ParseEpdFile("f", text.substr(0, text.size() - 1))), expected);
  EXPECT_EQ(FensOf(ParseEpdFile("f", absl::StrCat("\xEF\xBB\xBF", text))), expected);
}

TEST(EpdFileTest, RemembersTheLine) {
  const auto records = ParseEpdFile("f", absl::StrCat("\n", kStartFen, "\n\n", kStartFen));
  ASSERT_THAT(records, IsOk());
  EXPECT_EQ(records->front().line, 2);
  EXPECT_EQ(records->back().line, 4);
}

TEST(EpdFileTest, ErrorsNameFileAndLine) {
  const auto error = [](absl::string_view text) {
    return std::string(ParseEpdFile("dir/f.epd", text).status().message());
  };
  EXPECT_THAT(error(absl::StrCat(kStartFen, "\nfoo\n")), HasSubstr("dir/f.epd:2: FEN: fields"));
  EXPECT_THAT(error(""), HasSubstr("dir/f.epd: no position in the file"));
  EXPECT_THAT(error("# nothing\n"), HasSubstr("dir/f.epd: no position in the file"));
  // The beginning of a gzip file, and a list with one byte flipped.
  EXPECT_THAT(error(std::string("\x1F\x8B\x08\x00\x12", 5)), HasSubstr("dir/f.epd:1: not a text"));
  EXPECT_THAT(error("8/8/4k3/8/8/4K3/4R3/8 w - - id \"a\xCE b\";"),
              HasSubstr("f.epd:1: not a text"));
  EXPECT_THAT(error(absl::StrCat(kStartFen, "\nrn\xCE", kBoard.substr(3))),
              HasSubstr("dir/f.epd:2: not a text"));
}

}  // namespace
}  // namespace coherent::chess
