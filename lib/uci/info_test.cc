#include "lib/uci/info.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Info Parsed(absl::string_view line) {
  absl::StatusOr<Info> info = ParseInfo(line);
  EXPECT_TRUE(info.ok()) << info.status();
  return info.value_or(Info());
}

std::string ErrorOf(absl::string_view line) {
  return std::string(ParseInfo(line).status().message());
}

std::string NamesOf(const Info& info) {
  std::string names;
  for (const InfoField& field : info.fields()) {
    absl::StrAppend(&names, names.empty() ? "" : " ", field.name);
  }
  return names;
}

TEST(InfoTest, GivesEveryFieldItsType) {
  const Info info = Parsed(
      "info depth 9 seldepth 14 multipv 2 score cp -26 upperbound wdl 3 900 97 nodes 3000000000 "
      "nps 700000 hashfull 12 tbhits 3 cpuload 995 time 77 currmove e2e4 pv e2e4 e7e8q");
  EXPECT_EQ(info.depth(), 9);
  EXPECT_EQ(info.seldepth(), 14);
  EXPECT_EQ(info.multipv(), 2);
  EXPECT_EQ(info.score(), (Score{Score::Unit::kCentipawns, -26, Score::Bound::kUpper}));
  EXPECT_EQ(info.wdl(), (std::array<int, 3>{3, 900, 97}));
  EXPECT_EQ(info.nodes(), 3'000'000'000);
  EXPECT_EQ(info.nps(), 700000);
  EXPECT_EQ(info.hashfull_permille(), 12);
  EXPECT_EQ(info.tbhits(), 3);
  EXPECT_EQ(info.cpuload_permille(), 995);
  EXPECT_EQ(info.time_ms(), 77);
  EXPECT_EQ(info.currmove(), "e2e4");
  EXPECT_THAT(info.pv(), ElementsAre("e2e4", "e7e8q"));
}

TEST(InfoTest, GivesNothingForFieldsThatAreNotThere) {
  const Info info = Parsed("info depth 3");
  EXPECT_EQ(info.nodes(), std::nullopt);
  EXPECT_EQ(info.score(), std::nullopt);
  EXPECT_EQ(info.wdl(), std::nullopt);
  EXPECT_EQ(info.text(), std::nullopt);
  EXPECT_TRUE(info.pv().empty());
}

TEST(InfoTest, UnknownWordsNeverShiftTheFieldsThatFollow) {
  const Info info =
      Parsed("info depth 2 seldepth 4 score cp 0 ebf 1.75 time 4 nodes 138 pv e2e4 e7e5");
  EXPECT_EQ(info.depth(), 2);
  EXPECT_EQ(info.score(), Score{});
  EXPECT_EQ(info.nodes(), 138);
  EXPECT_THAT(info.pv(), ElementsAre("e2e4", "e7e5"));
  EXPECT_EQ(info.Find("ebf"), "1.75");
}

TEST(InfoTest, UnknownWordsAreFieldsOfTheirOwn) {
  EXPECT_EQ(NamesOf(Parsed("info ebf 1.75 phase mid trend -1 2 depth 3 flag nodes 5")),
            "ebf phase trend depth flag nodes");
}

TEST(InfoTest, ABoundIsPartOfTheScore) {
  EXPECT_FALSE(Parsed("info score cp 26 lowerbound").score() == Parsed("info score cp 26").score());
  EXPECT_EQ(Parsed("info score mate -3 lowerbound nodes 2").Find("score"), "mate -3 lowerbound");
}

TEST(InfoTest, BlanksTabsAndLineEndsOnlySeparate) {
  EXPECT_EQ(Parsed(" \tinfo  depth\t3   score cp 21 pv e2e4  e7e5 \r\n"),
            Parsed("info depth 3 score cp 21 pv e2e4 e7e5"));
}

TEST(InfoTest, StringIsTheRestOfTheLineAsItStands) {
  const Info info = Parsed("info depth 2 string info score cp 5  two  blanks\r");
  EXPECT_EQ(info.text(), "info score cp 5  two  blanks");
  EXPECT_EQ(info.depth(), 2);
  EXPECT_EQ(info.score(), std::nullopt);
}

TEST(InfoTest, MovesOfAnyOtherFormThanChessEndThePv) {
  EXPECT_THAT(Parsed("info pv e2e4 e9e5 nodes 3").pv(), ElementsAre("e2e4", "e9e5"));
  EXPECT_EQ(NamesOf(Parsed("info pv e2e4 hmm 3 depth 4")), "pv hmm depth");
}

TEST(InfoTest, KeepsLinesOfMovesApart) {
  const Info info = Parsed("info refutation d1h5 g6h5 currline 1 e2e4 e7e5 currmovenumber 4");
  EXPECT_EQ(info.Find("refutation"), "d1h5 g6h5");
  EXPECT_EQ(info.Find("currline"), "1 e2e4 e7e5");
  EXPECT_EQ(info.Find("currmovenumber"), "4");
}

TEST(InfoTest, RefusesWhatDoesNotParseAndNamesTheField) {
  EXPECT_THAT(ErrorOf("info depth x"), HasSubstr("depth: found \"x\", expected a whole number"));
  EXPECT_THAT(ErrorOf("info depth"), HasSubstr("depth: found \"\""));
  EXPECT_THAT(ErrorOf("info score 12"), HasSubstr("expected cp or mate"));
  EXPECT_THAT(ErrorOf("info score cp high"), HasSubstr("score"));
  EXPECT_THAT(ErrorOf("info score cp 99999999999"), HasSubstr("score"));
  EXPECT_THAT(ErrorOf("info nodes 99999999999999999999"), HasSubstr("nodes"));
  EXPECT_THAT(ErrorOf("info wdl 1 2"), HasSubstr("wdl"));
  EXPECT_THAT(ErrorOf("info wdl 1 2 99999999999"), HasSubstr("wdl"));
  EXPECT_THAT(ErrorOf("info currmove"), HasSubstr("currmove"));
  EXPECT_THAT(ErrorOf("bestmove e2e4"), HasSubstr("expected info"));
}

TEST(InfoTest, RefusesTwoLinesPrintedIntoEachOther) {
  EXPECT_THAT(ErrorOf("info depth 5 seldepth 7info depth 6"), HasSubstr("seldepth"));
  EXPECT_THAT(ErrorOf("info depth 5 pv e2e4 info depth 6"), HasSubstr("two in one"));
  EXPECT_THAT(ErrorOf("info depth 5 pv e2e4 readyok"), HasSubstr("two in one"));
}

TEST(InfoTest, PrintsWhatItParsed) {
  for (const char* const line : {
           "info",
           "info depth 1 seldepth 1 multipv 1 score cp 18 nodes 20 nps 20000 time 1 pv e2e4",
           "info depth 0 score mate 0",
           "info nodes 50000",
           "info depth 12 currmove e2e4 currmovenumber 1",
           "info depth 2 ebf 1.75 flag time 4 pv a7a8q 0000",
           "info depth 2 pv",
           "info string error: no file a  b.net",
           "info score cp +5 lowerbound wdl 1 2 3",
       }) {
    EXPECT_EQ(Print(Parsed(line)), line);
  }
}

TEST(InfoTest, BuildsTheLineOurEngineReports) {
  const Info info = Info()
                        .Add("depth", 5)
                        .Add(Score{Score::Unit::kMate, -2, Score::Bound::kExact})
                        .AddWdl({0, 0, 1000})
                        .Add("nodes", i64{123})
                        .AddPv({"e2e4", "e7e5"});
  EXPECT_EQ(Print(info), "info depth 5 score mate -2 wdl 0 0 1000 nodes 123 pv e2e4 e7e5");
  EXPECT_EQ(Parsed(Print(info)), info);
  EXPECT_EQ(Print(Info().AddText("ready")), "info string ready");
}

}  // namespace
}  // namespace coherent::uci
