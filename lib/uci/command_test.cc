#include "lib/uci/command.h"

#include <limits>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <class T>
T Parsed(absl::string_view line) {
  const absl::StatusOr<Command> command = ParseCommand(line);
  if (!command.ok()) {
    ADD_FAILURE() << command.status();
    return {};
  }
  const T* const wanted = std::get_if<T>(&*command);
  EXPECT_NE(wanted, nullptr) << line << " is a command of kind " << command->index();
  return wanted == nullptr ? T{} : *wanted;
}

std::string Error(absl::string_view line) {
  const absl::StatusOr<Command> command = ParseCommand(line);
  EXPECT_FALSE(command.ok()) << line;
  return std::string(command.status().message());
}

TEST(CommandTest, BareWordsAreCommands) {
  Parsed<Identify>("uci");
  Parsed<AskReady>("isready");
  Parsed<NewGame>("ucinewgame");
  Parsed<Stop>("stop");
  Parsed<PonderHit>("ponderhit");
  Parsed<Quit>("quit");
  Parsed<Evaluate>("eval");
  Parsed<Display>("d");
  Parsed<Help>("help");
  Parsed<Help>("--help");
  Parsed<Help>("-h");
}

TEST(CommandTest, BlankLinesAndRegistrationAskForNothing) {
  Parsed<Nothing>("");
  Parsed<Nothing>(" \t \r\n");
  Parsed<Nothing>("register later");
}

TEST(CommandTest, UnknownWordsBeforeACommandAreSkipped) {
  EXPECT_TRUE(Parsed<SetDebug>("joho debug on").on);
  Parsed<AskReady>("foo bar isready");
}

TEST(CommandTest, LinesWithoutACommandAreErrors) {
  EXPECT_THAT(Error("foo"), HasSubstr("unknown command \"foo\""));
  EXPECT_THAT(Error("Uci"), HasSubstr("unknown command"));
}

TEST(CommandTest, ErrorsAreShortHoweverLongTheLineIs) {
  EXPECT_THAT(Error(std::string(1 << 20, 'x')), SizeIs(testing::Lt(200)));
}

TEST(CommandTest, CarriageReturnsTabsAndBlanksSeparateWords) {
  EXPECT_EQ(Parsed<Go>("\tgo   depth\t2\r").depth, 2);
  EXPECT_THAT(Parsed<SetPosition>("position startpos moves e2e4\r").moves, ElementsAre("e2e4"));
}

TEST(CommandTest, DebugNeedsOnOrOff) {
  EXPECT_FALSE(Parsed<SetDebug>("debug off").on);
  EXPECT_THAT(Error("debug"), HasSubstr("found nothing, expected on or off"));
}

TEST(SetOptionTest, NameAndValueMayHoldBlanks) {
  const auto command = Parsed<SetOption>("setoption name Eval  File value nets/my net/a  b.bin\r");
  EXPECT_EQ(command.name, "Eval File");
  EXPECT_EQ(command.value, "nets/my net/a  b.bin");
}

TEST(SetOptionTest, ValueMayBeEmptyOrAbsent) {
  EXPECT_EQ(Parsed<SetOption>("setoption name Hash value").value, "");
  EXPECT_EQ(Parsed<SetOption>("setoption name Clear Hash").value, std::nullopt);
}

TEST(SetOptionTest, OnlyTheFirstValueWordSeparates) {
  const auto command = Parsed<SetOption>("setoption name A value value name value");
  EXPECT_EQ(command.name, "A");
  EXPECT_EQ(command.value, "value name value");
}

TEST(SetOptionTest, NeedsTheWordNameAndAName) {
  EXPECT_THAT(Error("setoption Hash value 3"), HasSubstr("expected the word name"));
  EXPECT_THAT(Error("setoption name value 3"), HasSubstr("expected the name of an option"));
  EXPECT_THAT(Error("setoption"), HasSubstr("found nothing"));
}

TEST(PositionTest, TakesStartPositionAndFen) {
  EXPECT_THAT(Parsed<SetPosition>("position startpos").fen, IsEmpty());
  const auto command = Parsed<SetPosition>("position fen 8/8 w  - moves a1a2 a7a6");
  EXPECT_EQ(command.fen, "8/8 w -");
  EXPECT_THAT(command.moves, ElementsAre("a1a2", "a7a6"));
}

TEST(PositionTest, TheListOfMovesMayBeEmpty) {
  EXPECT_THAT(Parsed<SetPosition>("position startpos moves").moves, IsEmpty());
  EXPECT_THAT(Parsed<SetPosition>("position fen 8/8 w moves").moves, IsEmpty());
}

TEST(PositionTest, MovesWithoutTheirKeywordAreRefused) {
  EXPECT_THAT(Error("position startpos e2e4 e7e6"),
              HasSubstr("found \"e2e4\", expected the word moves"));
}

TEST(PositionTest, NeedsToSayWhichPosition) {
  EXPECT_THAT(Error("position"), HasSubstr("found nothing, expected startpos or fen"));
  EXPECT_THAT(Error("position fen"), HasSubstr("expected a FEN"));
  EXPECT_THAT(Error("position moves e2e4"), HasSubstr("expected startpos or fen"));
}

TEST(GoTest, TakesItsWordsInAnyOrder) {
  const auto go = Parsed<Go>(
      "go btime 2 ponder wtime 1 movestogo 5 binc 4 winc 3 infinite mate 6 movetime 9 nodes 8 "
      "depth 7 searchmoves e2e4 d2d4");
  EXPECT_TRUE(go.ponder);
  EXPECT_TRUE(go.infinite);
  EXPECT_EQ(go.wtime_ms, 1);
  EXPECT_EQ(go.btime_ms, 2);
  EXPECT_EQ(go.winc_ms, 3);
  EXPECT_EQ(go.binc_ms, 4);
  EXPECT_EQ(go.moves_to_go, 5);
  EXPECT_EQ(go.mate, 6);
  EXPECT_EQ(go.depth, 7);
  EXPECT_EQ(go.nodes, 8u);
  EXPECT_EQ(go.movetime_ms, 9);
  EXPECT_THAT(go.search_moves, ElementsAre("e2e4", "d2d4"));
}

TEST(GoTest, SearchMovesEndAtTheNextKeyword) {
  const auto go = Parsed<Go>("go searchmoves e2e4 junk depth 3");
  EXPECT_THAT(go.search_moves, ElementsAre("e2e4", "junk"));
  EXPECT_EQ(go.depth, 3);
}

TEST(GoTest, UnknownWordsAreSkipped) { EXPECT_EQ(Parsed<Go>("go foo depth 3 bar").depth, 3); }

TEST(GoTest, AbsentLimitsStayAbsent) {
  const auto go = Parsed<Go>("go");
  EXPECT_FALSE(go.ponder || go.infinite || go.wtime_ms || go.btime_ms || go.winc_ms || go.binc_ms ||
               go.moves_to_go || go.depth || go.nodes || go.mate || go.movetime_ms);
}

TEST(GoTest, LimitsOfZeroOrLessAreTheSmallestThereAre) {
  EXPECT_EQ(Parsed<Go>("go depth 0").depth, 1);
  EXPECT_EQ(Parsed<Go>("go depth -3").depth, 1);
  EXPECT_EQ(Parsed<Go>("go nodes 0").nodes, 1u);
  EXPECT_EQ(Parsed<Go>("go mate -1").mate, 1);
  EXPECT_EQ(Parsed<Go>("go movetime 0").movetime_ms, 1);
  EXPECT_EQ(Parsed<Go>("go movetime -1").movetime_ms, 1);
  EXPECT_EQ(Parsed<Go>("go wtime -50").wtime_ms, 0);
}

TEST(GoTest, MovesToGoOfZeroOrLessAreAbsent) {
  EXPECT_EQ(Parsed<Go>("go movestogo -5").moves_to_go, std::nullopt);
  EXPECT_EQ(Parsed<Go>("go movestogo 0").moves_to_go, std::nullopt);
}

TEST(GoTest, HugeNumbersAreTheLargestUsefulOnes) {
  EXPECT_EQ(Parsed<Go>("go wtime 4294967295").wtime_ms, 4294967295);
  EXPECT_EQ(Parsed<Go>("go wtime 99999999999999999999").wtime_ms, 1'000'000'000'000);
  EXPECT_EQ(Parsed<Go>("go wtime -99999999999999999999").wtime_ms, 0);
  EXPECT_EQ(Parsed<Go>("go depth 99999999999").depth, std::numeric_limits<int>::max());
  EXPECT_EQ(Parsed<Go>("go nodes 99999999999999999999").nodes,
            static_cast<u64>(std::numeric_limits<i64>::max()));
}

TEST(GoTest, AMissingOrBrokenNumberRefusesTheCommand) {
  EXPECT_THAT(Error("go depth"), HasSubstr("go depth: found nothing, expected a whole number"));
  EXPECT_THAT(Error("go wtime 1000.5"), HasSubstr("found \"1000.5\""));
  EXPECT_THAT(Error("go depth infinite"), HasSubstr("found \"infinite\""));
}

TEST(GoTest, PerftIsACommandOfItsOwn) {
  EXPECT_EQ(Parsed<Perft>("go perft 5").depth, 5);
  EXPECT_EQ(Parsed<Perft>("go perft 0").depth, 0);
  EXPECT_THAT(Error("go perft -1"), HasSubstr("expected a depth of 0 or more"));
  EXPECT_THAT(Error("go perft"), HasSubstr("expected a whole number"));
}

TEST(BenchTest, TakesOneLimitOrNone) {
  EXPECT_EQ(Parsed<Bench>("bench").depth, std::nullopt);
  EXPECT_EQ(Parsed<Bench>("bench depth 5").depth, 5);
  EXPECT_EQ(Parsed<Bench>("bench nodes 1000").nodes, 1000u);
  EXPECT_THAT(Error("bench 5"), HasSubstr("expected depth or nodes"));
  EXPECT_THAT(Error("bench depth 0"), HasSubstr("expected a limit of 1 or more"));
  EXPECT_THAT(Error("bench depth 5 nodes 3"), HasSubstr("expected one limit"));
}

TEST(MakeOpeningsTest, HasANumberASeedAndPerhapsABook) {
  const auto none = Parsed<MakeOpenings>("genfens 5 seed 42 book None");
  EXPECT_EQ(none.count, 5);
  EXPECT_EQ(none.seed, 42u);
  EXPECT_EQ(none.book, "");
  EXPECT_EQ(none.extra, "");
  const auto some = Parsed<MakeOpenings>("genfens 1 seed 0 book Books/8moves.epd for  us ");
  EXPECT_EQ(some.book, "Books/8moves.epd");
  EXPECT_EQ(some.extra, "for  us");
}

TEST(MakeOpeningsTest, SaysWhatIsWrong) {
  EXPECT_THAT(Error("genfens"), HasSubstr("genfens: found nothing, expected a whole number"));
  EXPECT_THAT(Error("genfens 0 seed 1 book None"),
              HasSubstr("found \"0\", expected a number of 1"));
  EXPECT_THAT(Error("genfens 5 book None"), HasSubstr("found \"book\", expected the word seed"));
  EXPECT_THAT(Error("genfens 5 seed -1 book None"),
              HasSubstr("found \"-1\", expected a number of 0"));
  EXPECT_THAT(Error("genfens 5 seed 1"), HasSubstr("found nothing, expected the word book"));
  EXPECT_THAT(Error("genfens 5 seed 1 book"), HasSubstr("found nothing, expected a file or None"));
}

TEST(CommandTest, KnowsItsCommandWords) {
  EXPECT_TRUE(IsCommandWord("bench"));
  EXPECT_TRUE(IsCommandWord("go"));
  EXPECT_FALSE(IsCommandWord("depth"));
  EXPECT_FALSE(IsCommandWord(""));
}

}  // namespace
}  // namespace coherent::uci
