#include "tools/gate/log_file.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"

namespace coherent::gate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr char kPlain[] =
    "a banner\n"
    "uci\n"
    "id name Some 1.0\r\n"
    "option name Hash  type spin default 1 min 1 max 2\n"
    "uciok\n"
    "setoption name Hash value 2\n"
    "info string ready\n"
    "position startpos moves e2e4\n"
    "go depth 2\n"
    "info depth 1 score cp 1 pv e7e5\n"
    "info depth 2 score cp 2 pv e7e5\n"
    "bestmove e7e5\n"
    "go nodes 5\n"
    "bestmove e7e6\n"
    "quit\n";

TEST(LogFileTest, ReadsCommandsAndAnswers) {
  const auto log = ParseLog("a.log", kPlain);
  ASSERT_THAT(log, IsOk());
  EXPECT_EQ(log->name, "Some 1.0");
  EXPECT_THAT(log->greeting,
              ElementsAre("id name Some 1.0", "option name Hash type spin default 1 min 1 max 2"));
  EXPECT_THAT(log->options, ElementsAre(EngineOption{"Hash", "2"}));
  ASSERT_THAT(log->searches, SizeIs(2));
  EXPECT_EQ(log->searches[0].position_line, "position startpos moves e2e4");
  EXPECT_EQ(log->searches[0].go_line, "go depth 2");
  EXPECT_EQ(log->searches[0].line, 12);
  EXPECT_THAT(log->searches[0].answer.lines, SizeIs(2));
  EXPECT_EQ(chess::ToFen(log->searches[0].root),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(log->searches[1].answer.best_move.move, "e7e6");
}

TEST(LogFileTest, LeavesOutWhatAProgramPutBeforeTheLine) {
  EXPECT_EQ(MessageOf("  info depth 1\r"), "info depth 1");
  EXPECT_EQ(MessageOf("12:34:56.789 >Engine(0): go depth 3"), "go depth 3");
  EXPECT_EQ(MessageOf("<Engine(0): bestmove e2e4"), "bestmove e2e4");
  EXPECT_EQ(MessageOf("[3] << info string a: info depth 2"), "info string a: info depth 2");
  EXPECT_EQ(MessageOf("loading: done"), "");
  EXPECT_EQ(MessageOf(""), "");
}

TEST(LogFileTest, AnAnswerWithoutCommandsEndsWithItsBestmove) {
  const auto log =
      ParseLog("a.log", "info depth 1 score cp 1\nbestmove a\ninfo depth 2\nbestmove b");
  ASSERT_THAT(log, IsOk());
  ASSERT_THAT(log->searches, SizeIs(2));
  EXPECT_EQ(log->searches[1].go_line, "");
  EXPECT_THAT(log->searches[1].answer.lines, SizeIs(1));
}

TEST(LogFileTest, AnErrorNamesTheLine) {
  const auto told = [](const char* text) {
    return std::string(ParseLog("a.log", text).status().message());
  };
  EXPECT_THAT(told(""), HasSubstr("no search that ended"));
  EXPECT_THAT(told("go depth 1\ninfo depth 1\n"), HasSubstr("a.log:3: the log ends within"));
  EXPECT_THAT(told("go depth 1\ngo depth 2\n"), HasSubstr("a.log:2: a go while"));
  EXPECT_THAT(told("bestmove e2e4\ngo depth 1\n"), HasSubstr("a.log:1: a bestmove while"));
  EXPECT_THAT(told("info depth 1\ngo depth 1\n"), HasSubstr("a.log:1: a line of a search"));
  EXPECT_THAT(told("go depth 1\ninfo depth x\n"), HasSubstr("a.log:2: "));
  EXPECT_THAT(told("position fen nonsense\n"), HasSubstr("a.log:1: "));
}

}  // namespace
}  // namespace coherent::gate
