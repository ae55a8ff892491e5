#include "tools/suite/judge.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/uci/reply.h"

namespace coherent::suite {
namespace {

using ::testing::HasSubstr;

constexpr char kWindmill[] = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";  // mate in 3
constexpr char kLost[] = "8/8/8/8/8/2k5/7r/1K6 w - - 0 1";             // mated in 2

SuitePosition At(absl::string_view fen) {
  SuitePosition position;
  position.fen = std::string(fen);
  position.position = *chess::ParseFen(fen);
  return position;
}

SuitePosition WithBest(absl::string_view fen, const std::vector<std::string>& moves) {
  SuitePosition position = At(fen);
  for (const std::string& move : moves) {
    position.best.push_back(*chess::ParseUciMove(position.position, move));
  }
  return position;
}

SuitePosition WithMate(absl::string_view fen, int mate) {
  SuitePosition position = At(fen);
  position.mate = mate;
  return position;
}

uci::SearchResult ResultOf(const std::vector<std::string>& lines) {
  uci::SearchResult result;
  for (const std::string& line : lines) {
    const auto reply = uci::ParseReply(line);
    EXPECT_THAT(reply, IsOk());
    if (const auto* info = std::get_if<uci::Info>(&*reply)) result.lines.push_back({0, *info});
    if (const auto* best = std::get_if<uci::BestMove>(&*reply)) result.best_move = *best;
  }
  return result;
}

Judgement JudgeLines(const SuitePosition& position, const std::vector<std::string>& lines) {
  const auto judgement = Judge(position, ResultOf(lines), std::nullopt);
  EXPECT_THAT(judgement, IsOk());
  return *judgement;
}

PvFault FaultOf(absl::string_view fen, absl::string_view pv, int claimed) {
  const std::vector<std::string> moves = absl::StrSplit(pv, ' ', absl::SkipEmpty());
  return CheckMatePv(*chess::ParseFen(fen), moves, claimed);
}

TEST(JudgeTest, TheMoveThatIsPlayedDecides) {
  const SuitePosition position = WithBest(chess::kStartFen, {"e2e4", "d2d4"});
  const std::string report = "info depth 1 score cp 10 nodes 5 pv e2e4";
  EXPECT_TRUE(JudgeLines(position, {report, "bestmove d2d4"}).is_right);
  EXPECT_FALSE(JudgeLines(position, {report, "bestmove g1f3"}).is_right);
}

TEST(JudgeTest, TheSolutionCountsFromWhereItIsHeldToTheEnd) {
  const SuitePosition position = WithBest(chess::kStartFen, {"e2e4"});
  const Judgement judgement = JudgeLines(position, {
                                                       "info depth 1 nodes 10 pv e2e4",
                                                       "info depth 2 nodes 20 pv d2d4 d7d5",
                                                       "info depth 3 nodes 30 pv e2e4 e7e5",
                                                       "info depth 4 nodes 35 currmove a2a3",
                                                       "info depth 4 nodes 40 pv e2e4",
                                                       "info nodes 50",
                                                       "bestmove e2e4",
                                                   });
  EXPECT_EQ(judgement.solution_nodes, 30);
  EXPECT_EQ(judgement.nodes, 50);
}

TEST(JudgeTest, AMoveThatNoReportNamesWasFoundAtTheEnd) {
  const SuitePosition position = WithBest(chess::kStartFen, {"e2e4"});
  EXPECT_EQ(JudgeLines(position, {"info nodes 10 pv d2d4", "info nodes 25", "bestmove e2e4"})
                .solution_nodes,
            25);
  EXPECT_EQ(JudgeLines(position, {"info nodes 10 pv e2e4", "bestmove d2d4"}).solution_nodes,
            std::nullopt);
}

TEST(JudgeTest, PointsAreThoseOfTheMove) {
  SuitePosition position = At(chess::kStartFen);
  position.points = {{*chess::ParseUciMove(position.position, "e2e4"), 10},
                     {*chess::ParseUciMove(position.position, "d2d4"), 4}};
  const Judgement best = JudgeLines(position, {"info nodes 7 pv e2e4", "bestmove e2e4"});
  EXPECT_EQ(best.points, 10);
  EXPECT_EQ(best.solution_nodes, 7);
  const Judgement second = JudgeLines(position, {"info nodes 7 pv d2d4", "bestmove d2d4"});
  EXPECT_EQ(second.points, 4);
  EXPECT_EQ(second.solution_nodes, std::nullopt);
  EXPECT_FALSE(second.is_right);
}

TEST(JudgeTest, OnlyTheFirstVariationCounts) {
  const SuitePosition position = WithBest(chess::kStartFen, {"e2e4"});
  const Judgement judgement =
      JudgeLines(position, {"info multipv 1 score cp 20 nodes 9 pv e2e4",
                            "info multipv 2 score mate 1 nodes 9 pv d2d4", "bestmove e2e4"});
  EXPECT_EQ(judgement.solution_nodes, 9);
  EXPECT_EQ(judgement.score, "cp 20");
}

TEST(JudgeTest, AStoppedSearchIsJudgedByWhatItKnewInTime) {
  const SuitePosition position = WithBest(chess::kStartFen, {"e2e4"});
  uci::SearchResult result =
      ResultOf({"info score cp 1 nodes 10 pv d2d4", "info score cp 2 nodes 90 pv e2e4",
                "info score cp 3 nodes 300 pv g1f3", "bestmove g1f3"});
  result.stopped = true;
  const auto judgement = Judge(position, result, 100);
  ASSERT_THAT(judgement, IsOk());
  EXPECT_EQ(judgement->move, "e2e4");
  EXPECT_EQ(judgement->solution_nodes, 90);
  EXPECT_EQ(judgement->score, "cp 2");
  EXPECT_EQ(judgement->nodes, 300);
  EXPECT_EQ(Judge(position, result, 5)->move, "d2d4");  // there is nothing earlier
}

TEST(JudgeTest, AMoveThatIsNotLegalIsTheEnginesFailure) {
  EXPECT_THAT(
      Judge(WithBest(chess::kStartFen, {"e2e4"}), ResultOf({"bestmove e2e5"}), std::nullopt),
      StatusIs(absl::StatusCode::kInternal, HasSubstr("\"e2e5\" is not legal")));
}

TEST(JudgeTest, MatesAreComparedBySignAndLength) {
  EXPECT_EQ(CompareMate(3, 3), MateClaim::kBest);
  EXPECT_EQ(CompareMate(-3, -3), MateClaim::kBest);
  EXPECT_EQ(CompareMate(5, 3), MateClaim::kLonger);
  EXPECT_EQ(CompareMate(-5, -3), MateClaim::kLonger);
  EXPECT_EQ(CompareMate(2, 3), MateClaim::kWrong);
  EXPECT_EQ(CompareMate(-2, -3), MateClaim::kWrong);
  EXPECT_EQ(CompareMate(-3, 3), MateClaim::kWrong);
  EXPECT_EQ(CompareMate(3, -3), MateClaim::kWrong);
  EXPECT_EQ(CompareMate(0, -1), MateClaim::kWrong);
}

TEST(JudgeTest, TheLastExactScoreIsTheClaim) {
  const SuitePosition position = WithMate(kWindmill, 3);
  const std::string pv = " pv f6a6 f7f6 e5f6 g8g7 a6a8";
  const Judgement judgement =
      JudgeLines(position, {"info score mate 4 nodes 10 pv f6a6", "info score mate 3 nodes 20" + pv,
                            "info score mate 2 lowerbound nodes 30 pv f6a6", "bestmove f6a6"});
  EXPECT_EQ(judgement.claimed_mate, 3);
  EXPECT_EQ(judgement.mate, MateClaim::kBest);
  EXPECT_EQ(judgement.pv_fault, PvFault::kNone);
  EXPECT_EQ(judgement.pv, pv.substr(4));
  EXPECT_EQ(judgement.solution_nodes, 10);
  EXPECT_EQ(JudgeLines(position, {"info score mate 2 nodes 1 pv f6a6", "bestmove f6a6"}).mate,
            MateClaim::kWrong);
  const Judgement none = JudgeLines(position, {"info score cp 9 nodes 1 pv f6a6", "bestmove f6a6"});
  EXPECT_EQ(none.mate, MateClaim::kNone);
  EXPECT_EQ(none.claimed_mate, std::nullopt);
  EXPECT_EQ(none.solution_nodes, std::nullopt);
}

TEST(JudgeTest, AMateMayBeClaimedWhereNoneIsKnown) {
  const Judgement judgement = JudgeLines(WithBest(kWindmill, {"f6a6"}),
                                         {"info score mate 3 nodes 10 pv f6a6", "bestmove f6a6"});
  EXPECT_EQ(judgement.mate, MateClaim::kNone);
  EXPECT_EQ(judgement.pv_fault, PvFault::kShort);
}

TEST(JudgeTest, AVariationHasToEndInMateAfterAsManyMovesAsClaimed) {
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7 a6a8", 3), PvFault::kNone);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7 a6a8", 4), PvFault::kShort);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7 a6a8", 2), PvFault::kNoMate);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7", 3), PvFault::kShort);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7 h2h3", 3), PvFault::kNoMate);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 f7f6 e5f6 g8g7 a6a8 h8g8", 3), PvFault::kIllegal);
  EXPECT_EQ(FaultOf(kWindmill, "f6a6 e2e4", 3), PvFault::kIllegal);
  EXPECT_EQ(FaultOf(kWindmill, "", 3), PvFault::kShort);
  EXPECT_EQ(FaultOf(kLost, "b1a1 c3b3 a1b1 h2h1", -2), PvFault::kNone);
  EXPECT_EQ(FaultOf(kLost, "b1a1 c3b3 a1b1", -2), PvFault::kShort);
  EXPECT_EQ(FaultOf(kLost, "", 0), PvFault::kNoMate);
}

}  // namespace
}  // namespace coherent::suite
