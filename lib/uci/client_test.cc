#include "lib/uci/client.h"

#include <signal.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::uci {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SearchRequest kRequest = {kStart, {}, "depth 2"};

absl::StatusOr<std::unique_ptr<Client>> StartScripted(absl::string_view script,
                                                      int timeout_ms = 5000) {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  return Client::Start({.name = "candidate",
                        .argv = {ScriptedEngine(name, script)},
                        .timeout = std::chrono::milliseconds(timeout_ms)});
}

// The result of one search, after a start that has to go well.
absl::StatusOr<SearchResult> SearchScripted(absl::string_view script, int timeout_ms = 5000) {
  auto client = StartScripted(script, timeout_ms);
  if (!client.ok()) return client.status();
  return (*client)->Search(kRequest);
}

TEST(ClientTest, CollectsAllLinesUpToBestmove) {
  auto client = StartScripted("");
  ASSERT_THAT(client, IsOk());
  ASSERT_THAT((*client)->NewGame(), IsOk());
  const auto result = (*client)->Search(kRequest);
  ASSERT_THAT(result, IsOk());
  ASSERT_THAT(result->lines, SizeIs(2));
  EXPECT_EQ(result->lines[1].info.depth(), 2);
  EXPECT_EQ(result->lines[1].number, result->lines[0].number + 1);
  EXPECT_FALSE(result->best_move.IsNull());
  EXPECT_FALSE(result->stopped);
  EXPECT_THAT((*client)->Quit(), IsOk());
}

TEST(ClientTest, IgnoresAnythingPrintedBeforeItAskedAndUnknownLines) {
  auto client = StartScripted(
      "at start\n say banner\n say id name early\n say uciok\n"
      "on uci\n say hash=16MB\n say id name x\n say uciok \n"
      "on isready\n say  readyok\\r\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_EQ((*client)->greeting().name, "x");
  EXPECT_THAT((*client)->greeting().lines, ElementsAre("id name x"));
  EXPECT_THAT((*client)->WaitUntilReady(), IsOk());
}

TEST(ClientTest, KeepsTheGreetingInItsOrder) {
  auto client = StartScripted("");
  ASSERT_THAT(client, IsOk());
  const Greeting& greeting = (*client)->greeting();
  EXPECT_THAT(greeting.lines, SizeIs(5));
  EXPECT_EQ(greeting.lines[0], "id name Scripted 1.0.0");
  EXPECT_EQ(greeting.lines[2], "option name Hash type spin default 16 min 1 max 1024");
  ASSERT_NE(greeting.Find("hash"), nullptr);
  EXPECT_EQ(greeting.Find("hash")->max, 1024);
  EXPECT_EQ(greeting.Find("Contempt"), nullptr);
}

TEST(ClientTest, SetsOnlyWhatTheEngineOffers) {
  auto client = StartScripted("on setoption with Wild\n say info string error: too wild\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->SetOption("hash", "32"), IsOk());
  EXPECT_THAT((*client)->SetOption("Hash", "2048"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("from 1 to 1024")));
  EXPECT_THAT((*client)->SetOption("Contempt", "1"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not offered")));
  EXPECT_THAT((*client)->SetOption("Style", "Wild"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("too wild")));
}

TEST(ClientTest, WritesTheKeywordBeforeMoves) {
  EXPECT_EQ((SearchRequest{kStart, {"e2e4", "e7e5"}, "depth 3"}.PositionLine()),
            absl::StrCat("position fen ", kStart, " moves e2e4 e7e5"));
  EXPECT_EQ(kRequest.PositionLine(), absl::StrCat("position fen ", kStart));
  EXPECT_EQ(kRequest.GoLine(), "go depth 2");
}

TEST(ClientTest, TakesAnyBlanksAndLineEnds) {
  const auto result = SearchScripted(
      "on go\n say \\tinfo  depth\\t1   score cp 3 pv e2e4\\r\n say \\r\n"
      " say  bestmove\\te2e4  ponder e7e5 \\r\n");
  ASSERT_THAT(result, IsOk());
  ASSERT_THAT(result->lines, SizeIs(1));
  EXPECT_THAT(result->odd_lines, SizeIs(0));
  EXPECT_EQ(Print(result->best_move), "bestmove e2e4 ponder e7e5");
}

TEST(ClientTest, KeepsLinesThatDoNotParseWithTheirNumber) {
  const auto result = SearchScripted(
      "on go\n say Thinking...\n say info depth 1 nodes 3 pv e2e4 readyok\n say bestmove e2e4\n");
  ASSERT_THAT(result, IsOk());
  ASSERT_THAT(result->odd_lines, SizeIs(2));
  EXPECT_EQ(result->odd_lines[0].text, "Thinking...");
  EXPECT_EQ(result->odd_lines[1].number, result->odd_lines[0].number + 1);
  EXPECT_THAT(result->odd_lines[1].problem, HasSubstr("two in one"));
}

TEST(ClientTest, TellsAnEarlyEndWithEngineAndPositionAndCommandAndLastLines) {
  const auto result = SearchScripted("on go\n say info depth 1 nodes 3\n warn oh no\n exit 3\n");
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kUnavailable,
                               AllOf(HasSubstr("candidate ("), HasSubstr("exited with code 3"),
                                     HasSubstr(absl::StrCat("position fen ", kStart)),
                                     HasSubstr("go depth 2"), HasSubstr("info depth 1 nodes 3"),
                                     HasSubstr("oh no"))));
}

TEST(ClientTest, TellsACrashAtEveryStep) {
  EXPECT_THAT(StartScripted("at start\n exit 4\n").status(),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("code 4")));
  EXPECT_THAT(StartScripted("on uci\n signal 11\n").status(),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("signal 11")));
  EXPECT_THAT(StartScripted("on isready\n exit 0\n").status(),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("code 0")));
  auto client = StartScripted("on setoption\n exit 5\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->SetOption("Hash", "8"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("name Hash value 8")));
  client = StartScripted("on ucinewgame\n exit 6\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->NewGame(),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("ucinewgame")));
  EXPECT_THAT(SearchScripted("on position\n exit 7\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("code 7")));
  client = StartScripted("on quit\n signal 6\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->Quit(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("signal 6")));
}

TEST(ClientTest, GivesUpOnAHangAtEveryStep) {
  EXPECT_THAT(StartScripted("on uci\n hang\n", 200).status(),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("no uciok within 200 ms")));
  EXPECT_THAT(StartScripted("on isready\n hang\n", 200).status(),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("readyok")));
  EXPECT_THAT(SearchScripted("on go\n say info depth 1\n hang\n", 200),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("go depth 2")));
  auto client = StartScripted("on quit\n hang\n", 200);
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->Quit(),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("does not end")));
}

TEST(ClientTest, GivesUpOnALateBestmove) {
  EXPECT_THAT(SearchScripted("on go\n wait 1000\n say bestmove e2e4\n", 200),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("no bestmove")));
}

TEST(ClientTest, GivesUpOnAnEngineThatPrintsForEver) {
  EXPECT_THAT(SearchScripted("on go\n forever info depth 1\n", 200),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("no bestmove")));
}

TEST(ClientTest, TellsAClosedPipeFromAnEnd) {
  EXPECT_THAT(SearchScripted("on go\n say info depth 1\n close\n hang\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("has closed its pipe")));
}

TEST(ClientTest, NeverTakesHalfALine) {
  EXPECT_THAT(SearchScripted("on go\n half bestmove e2e4\n exit 0\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("bestmove e2e4")));
  EXPECT_THAT(SearchScripted("on go\n half bestmove e2e4\n hang\n", 200),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("no bestmove")));
}

TEST(ClientTest, IsNotHeldUpByAFloodOfStderr) {
  const auto result = SearchScripted("on go\n flood 4096\n answer\n");
  ASSERT_THAT(result, IsOk());
  EXPECT_THAT(result->lines, SizeIs(2));
}

TEST(ClientTest, RefusesOutputAfterBestmove) {
  auto client = StartScripted("on go\n answer\n say info depth 9 nodes 3\n");
  ASSERT_THAT(client, IsOk());
  ASSERT_THAT((*client)->Search(kRequest), IsOk());
  EXPECT_THAT((*client)->WaitUntilReady(),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("no search is running")));
  client = StartScripted("on go\n answer\n say bestmove e2e4\n");
  ASSERT_THAT(client, IsOk());
  ASSERT_THAT((*client)->Search(kRequest), IsOk());
  EXPECT_THAT((*client)->Quit(), StatusIs(absl::StatusCode::kInternal, HasSubstr("bestmove")));
}

TEST(ClientTest, AllowsTextAtAnyTime) {
  auto client = StartScripted("on isready\n say info string all is well\n say mumble\n answer\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->WaitUntilReady(), IsOk());
}

TEST(ClientTest, TakesAReportedErrorForOne) {
  EXPECT_THAT(SearchScripted("on position\n say info string error: no such fen\n"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("no such fen")));
  auto client = StartScripted("on ucinewgame\n say info string ERROR: no memory\n");
  ASSERT_THAT(client, IsOk());
  EXPECT_THAT((*client)->NewGame(), StatusIs(absl::StatusCode::kInternal, HasSubstr("no memory")));
}

TEST(ClientTest, StopsASearchOnlyWhenToldTo) {
  auto client = StartScripted(
      "on go\n say info depth 1 nodes 5\n say info depth 2 nodes 10\n"
      "on stop\n say bestmove e2e4\n");
  ASSERT_THAT(client, IsOk());
  const auto result =
      (*client)->Search(kRequest, [](const Info& info) { return info.nodes().value_or(0) < 10; });
  ASSERT_THAT(result, IsOk());
  EXPECT_TRUE(result->stopped);
  EXPECT_THAT(result->lines, SizeIs(2));
  EXPECT_THAT((*client)->WaitUntilReady(), IsOk());
}

TEST(ClientTest, EndsAWaitWhenItsCallerGivesUp) {
  std::atomic<bool> cancelled = false;
  auto client = Client::Start({.name = "candidate",
                               .argv = {ScriptedEngine("cancelled", "on go\n hang\n")},
                               .timeout = std::chrono::minutes(1),
                               .cancelled = &cancelled});
  ASSERT_THAT(client, IsOk());
  std::thread canceller([&] { cancelled = true; });
  EXPECT_THAT((*client)->Search(kRequest),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("given up")));
  canceller.join();
}

TEST(ClientTest, LeavesNoProcess) {
  auto client = StartScripted("on quit\n hang\n");
  ASSERT_THAT(client, IsOk());
  const int pid = (*client)->pid();
  EXPECT_EQ(kill(pid, 0), 0);
  client->reset();
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(ClientTest, NamesAProgramThatIsNotThere) {
  const auto client = Client::Start({.name = "base", .argv = {"/no/such/engine"}});
  EXPECT_THAT(client, StatusIs(absl::StatusCode::kNotFound, HasSubstr("/no/such/engine")));
}

}  // namespace
}  // namespace coherent::uci
