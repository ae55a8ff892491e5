#include "tools/gate/compare.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/gate/testing.h"

namespace coherent::gate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::set<std::string> kTimes = {"nps", "time"};

using Lines = std::vector<std::string>;

std::vector<Difference> Compare(const Lines& base, const Lines& candidate,
                                const std::set<std::string>& ignored = kTimes) {
  return CompareAnswers(AnswerFrom(base), AnswerFrom(candidate), ignored);
}

// "kind field" of each difference.
std::vector<std::string> Summary(const std::vector<Difference>& differences) {
  std::vector<std::string> texts;
  texts.reserve(differences.size());
  for (const Difference& difference : differences) {
    texts.push_back(absl::StrCat(NameOf(difference.kind), " ", difference.field));
  }
  return texts;
}

TEST(CompareTest, EqualAnswersHaveNoDifference) {
  const Lines lines = {"info depth 1 score cp 3 nodes 20 pv e2e4", "info nodes 20",
                       "bestmove e2e4 ponder e7e5"};
  EXPECT_THAT(Compare(lines, lines), IsEmpty());
}

TEST(CompareTest, NeverComparesTimes) {
  EXPECT_THAT(Compare({"info depth 1 time 3 nodes 20 nps 6666 pv e2e4", "bestmove e2e4"},
                      {"info depth 1 nodes 20 time 9 pv e2e4", "bestmove e2e4"}),
              IsEmpty());
}

TEST(CompareTest, NeverComparesBlanks) {
  EXPECT_THAT(
      Compare({" info  depth 3\tscore cp 21 pv e2e4   e7e5", "info string a  b", "bestmove  e2e4 "},
              {"info depth 3 score cp 21 pv e2e4 e7e5", "info string a b", "bestmove e2e4"}),
      IsEmpty());
}

TEST(CompareTest, FindsADifferenceInEveryField) {
  const std::string base =
      "info depth 3 seldepth 4 multipv 1 score cp 21 wdl 10 900 90 nodes 812 hashfull 1 tbhits 0 "
      "cpuload 9 ebf 1.75 currmove e2e4 currmovenumber 3 pv e2e4 e7e5";
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"depth 3", "depth 4"},
      {"seldepth 4", "seldepth 5"},
      {"multipv 1", "multipv 2"},
      {"cp 21", "cp 22"},
      {"wdl 10", "wdl 11"},
      {"nodes 812", "nodes 813"},
      {"hashfull 1", "hashfull 2"},
      {"tbhits 0", "tbhits 1"},
      {"cpuload 9", "cpuload 8"},
      {"1.75", "1.76"},
      {"currmove e2e4", "currmove d2d4"},
      {"currmovenumber 3", "currmovenumber 4"},
      {"pv e2e4 e7e5", "pv e2e4 e7e6"},
  };
  for (const auto& [from, to] : changes) {
    std::string candidate = base;
    candidate.replace(candidate.find(from), from.size(), to);
    const auto differences =
        Compare({"info score cp 9", base, "info score cp 5", "bestmove e2e4"},
                {"info score cp 9", candidate, "info score cp 5", "bestmove e2e4"});
    ASSERT_THAT(differences, SizeIs(1)) << to;
    EXPECT_EQ(differences[0].kind, Kind::kField);
    EXPECT_EQ(differences[0].line, 2);
    EXPECT_NE(differences[0].base.Part(), differences[0].candidate.Part());
  }
}

TEST(CompareTest, MarksTheFieldInBothLines) {
  const auto differences = Compare({"info depth 3 nodes 812 time 1 pv e2e4", "bestmove e2e4"},
                                   {"info depth 3 nodes 81 time 2 pv e2e4", "bestmove e2e4"});
  ASSERT_THAT(Summary(differences), ElementsAre("field nodes"));
  EXPECT_EQ(differences[0].base.Marked(), "info depth 3 nodes >812< time 1 pv e2e4");
  EXPECT_EQ(differences[0].candidate.Marked(), "info depth 3 nodes >81< time 2 pv e2e4");
}

TEST(CompareTest, AFieldInOneBuildOnlyIsADifference) {
  const Lines base = {"info depth 3 score cp 21 nodes 812 nps 9 time 5 pv e2e4 e7e5",
                      "bestmove e2e4"};
  const Lines candidate = {"info depth 3 score cp 21 nodes 812 hashfull 0 pv e2e4 e7e5",
                           "bestmove e2e4"};
  const auto differences = Compare(base, candidate);
  ASSERT_THAT(Summary(differences), ElementsAre("field hashfull"));
  EXPECT_EQ(differences[0].note, "only in the candidate");
  EXPECT_THAT(Compare(base, candidate, {"nps", "time", "hashfull"}), IsEmpty());
}

TEST(CompareTest, AFieldLackingDoesNotShiftTheOthers) {
  const auto differences =
      Compare({"info depth 3 seldepth 4 score cp 21 nodes 812 pv e2e4", "bestmove e2e4"},
              {"info depth 3 score cp 21 nodes 813 pv e2e4", "bestmove e2e4"});
  EXPECT_THAT(Summary(differences), ElementsAre("field seldepth", "field nodes"));
}

TEST(CompareTest, UnknownWordsAreComparedUnlessTheUserAddsThem) {
  const Lines base = {"info depth 2 ebf 1.75 nodes 138 pv e2e4", "bestmove e2e4"};
  const Lines candidate = {"info depth 2 ebf 1.80 nodes 138 pv e2e4", "bestmove e2e4"};
  EXPECT_THAT(Summary(Compare(base, candidate)), ElementsAre("field ebf"));
  EXPECT_THAT(Compare(base, candidate, {"ebf"}), IsEmpty());
}

TEST(CompareTest, TheOrderOfTheFieldsCounts) {
  const auto differences = Compare({"info depth 3 nodes 812 pv e2e4", "bestmove e2e4"},
                                   {"info nodes 812 depth 3 pv e2e4", "bestmove e2e4"});
  EXPECT_THAT(Summary(differences), ElementsAre("field order of the fields"));
}

TEST(CompareTest, ABoundIsPartOfTheScore) {
  const auto differences =
      Compare({"info depth 9 score cp 26 lowerbound nodes 900 pv e2e4", "bestmove e2e4"},
              {"info depth 9 score cp 26 nodes 900 pv e2e4", "bestmove e2e4"});
  ASSERT_THAT(Summary(differences), ElementsAre("field score", "score score of the last report"));
  EXPECT_EQ(differences[1].base.Part(), "cp 26 lowerbound");
  EXPECT_EQ(differences[1].candidate.Part(), "cp 26");
}

TEST(CompareTest, TheTextOfAStringIsOneField) {
  const auto differences =
      Compare({"info string net a.bin", "info depth 1 nodes 3", "bestmove e2e4"},
              {"info string net b.bin", "info depth 1 nodes 3", "bestmove e2e4"});
  EXPECT_THAT(Summary(differences), ElementsAre("field string"));
}

TEST(CompareTest, AFurtherLineIsADifferenceOfItsOwn) {
  const Lines shorter = {"info depth 1 nodes 3", "bestmove e2e4"};
  const Lines longer = {"info depth 1 nodes 3", "info depth 2 nodes 9", "info depth 3 nodes 27",
                        "bestmove e2e4"};
  const auto differences = Compare(longer, shorter);
  EXPECT_THAT(Summary(differences), ElementsAre("line line", "line line"));
  EXPECT_EQ(differences[0].line, 2);
  EXPECT_EQ(differences[0].base.text, "info depth 2 nodes 9");
  EXPECT_EQ(differences[0].candidate.text, "");
  EXPECT_EQ(Compare(shorter, longer)[0].note, "only in the candidate");
}

TEST(CompareTest, ALineOfNothingButIgnoredFieldsIsNoLine) {
  EXPECT_THAT(Compare({"info time 1000 nps 3", "info depth 1 nodes 3", "bestmove e2e4"},
                      {"info depth 1 nodes 3", "bestmove e2e4"}),
              IsEmpty());
}

TEST(CompareTest, TheMovesAreComparedEachByItself) {
  const Lines base = {"info depth 1", "bestmove e2e4 ponder e7e5"};
  EXPECT_THAT(Summary(Compare(base, {"info depth 1", "bestmove d2d4 ponder e7e5"})),
              ElementsAre("move bestmove"));
  const auto differences = Compare(base, {"info depth 1", "bestmove e2e4 ponder e7e6"});
  ASSERT_THAT(Summary(differences), ElementsAre("ponder ponder"));
  EXPECT_EQ(differences[0].base.Marked(), "bestmove e2e4 ponder >e7e5<");
  const auto missing = Compare(base, {"info depth 1", "bestmove e2e4"});
  ASSERT_THAT(Summary(missing), ElementsAre("ponder ponder"));
  EXPECT_EQ(missing[0].candidate.Marked(), "bestmove e2e4");
}

TEST(CompareTest, TheNullMoveHasTwoNames) {
  EXPECT_THAT(Compare({"info depth 0 score mate 0", "bestmove (none)"},
                      {"info depth 0 score mate 0", "bestmove 0000"}),
              IsEmpty());
  EXPECT_THAT(
      Summary(Compare({"info depth 0", "bestmove (none)"}, {"info depth 0", "bestmove a1a1"})),
      ElementsAre("move bestmove"));
}

TEST(CompareTest, TheFinalCountIsNoInfoLine) {
  const Lines base = {"info depth 1 score cp 3 nodes 20", "info nodes 20", "bestmove e2e4"};
  const auto differences =
      Compare(base, {"info depth 1 score cp 3 nodes 20", "info nodes 21", "bestmove e2e4"});
  ASSERT_THAT(Summary(differences), ElementsAre("count final node count"));
  EXPECT_EQ(differences[0].base.Marked(), "info nodes >20<");
  EXPECT_EQ(differences[0].candidate.Marked(), "info nodes >21<");
}

TEST(CompareTest, LackingTheFinalCountIsADifference) {
  const auto differences = Compare({"info depth 1 nodes 20", "info nodes 20", "bestmove e2e4"},
                                   {"info depth 1 nodes 20", "bestmove e2e4"});
  ASSERT_THAT(Summary(differences), ElementsAre("count final node count"));
  EXPECT_EQ(differences[0].note, "only in the base");
}

TEST(CompareTest, OnlyTheLastLineCanBeTheFinalCount) {
  const auto differences = Compare({"info nodes 20", "info depth 1 nodes 30", "bestmove e2e4"},
                                   {"info nodes 21", "info depth 1 nodes 30", "bestmove e2e4"});
  EXPECT_THAT(Summary(differences), ElementsAre("field nodes"));
}

TEST(CompareTest, TheLastReportIsThatOfTheFirstVariation) {
  const Answer answer =
      AnswerFrom({"info depth 1 multipv 1 score cp 3", "info depth 1 multipv 2 score cp 1",
                  "info depth 2 nodes 40", "bestmove e2e4"});
  ASSERT_NE(LastReport(answer), nullptr);
  EXPECT_EQ(LastReport(answer)->score()->value, 3);
  EXPECT_EQ(LastReport(AnswerFrom({"info depth 1", "bestmove e2e4"})), nullptr);
}

TEST(CompareTest, TheGreetingIsComparedWithoutTheName) {
  EXPECT_THAT(CompareGreetings({"id name A 1", "id author x", "option name Hash type button"},
                               {"id name B 2", "id author x", "option name Hash type button"}),
              IsEmpty());
}

TEST(CompareTest, AGreetingLineOfOneSideIsOneDifference) {
  const auto differences =
      CompareGreetings({"id author x", "option name A type button", "option name B type button"},
                       {"id author y", "option name B type button"});
  ASSERT_THAT(differences, SizeIs(3));
  EXPECT_EQ(differences[0].base.text, "id author x");
  EXPECT_EQ(differences[1].base.text, "option name A type button");
  EXPECT_EQ(differences[2].candidate.text, "id author y");
}

TEST(CompareTest, TheOrderOfTheGreetingCounts) {
  EXPECT_THAT(CompareGreetings({"id author x", "option name A type button"},
                               {"option name A type button", "id author x"}),
              SizeIs(1));
  EXPECT_THAT(CompareGreetings({"id author x"}, {"id author x", "id author x"}), SizeIs(1));
}

TEST(CompareTest, TheVersionIsTheLastTripleInTheName) {
  EXPECT_EQ(VersionIn("Coherent 1.2.3"), (std::array<i64, 3>{1, 2, 3}));
  EXPECT_EQ(VersionIn("Coherent 1.2.3 net 4.5.6"), (std::array<i64, 3>{4, 5, 6}));
  EXPECT_EQ(VersionIn("v10.20.30-dev 64"), (std::array<i64, 3>{10, 20, 30}));
  EXPECT_EQ(VersionIn("Stockfish 15.1"), std::nullopt);
  EXPECT_EQ(VersionIn("1.2.3.4"), std::nullopt);
  EXPECT_EQ(VersionIn(""), std::nullopt);
}

TEST(CompareTest, TheVersionRuleWantsTheThirdNumberOneUp) {
  EXPECT_EQ(CheckVersionStep("C 1.2.3", "C 1.2.4"), std::nullopt);
  EXPECT_EQ(CheckVersionStep("C 1.2.9", "C 1.2.10"), std::nullopt);
  for (const char* const candidate : {"C 1.2.3", "C 1.2.5", "C 1.3.4", "C 2.2.4", "C 1.2", "C"}) {
    const auto difference = CheckVersionStep("C 1.2.3", candidate);
    ASSERT_TRUE(difference.has_value()) << candidate;
    EXPECT_EQ(difference->kind, Kind::kVersion);
  }
  EXPECT_TRUE(CheckVersionStep("C", "C 1.2.4").has_value());
}

TEST(CompareTest, BenchIsOneNumber) {
  EXPECT_EQ(CompareBench(5, 5), std::nullopt);
  EXPECT_EQ(CompareBench(5, 6)->kind, Kind::kBench);
}

}  // namespace
}  // namespace coherent::gate
