#include "tools/gate/verify.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/chess/fen.h"
#include "tools/gate/testing.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kMated[] = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
constexpr char kOneMove[] = "k7/8/8/8/8/8/1r6/K7 w - - 0 1";

chess::Position Root(const char* fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") {
  const auto position = chess::ParseFen(fen);
  EXPECT_TRUE(position.ok()) << position.status();
  return position.ok() ? *position : chess::Position();
}

Settings Small() {
  Settings settings;
  settings.nodes = 100'000;
  settings.depth = 2;
  return settings;
}

std::vector<Difference> Verify(const std::vector<std::string>& lines,
                               const chess::Position& root = Root(), Stage stage = Stage::kDepth) {
  return VerifyAnswer(Side::kCandidate, AnswerFrom(lines), root, stage, Small());
}

TEST(VerifyTest, AcceptsALegalSearch) {
  EXPECT_THAT(Verify({"info depth 1 score cp 3 nodes 20 pv e2e4 e7e5",
                      "info depth 2 score cp 4 nodes 50 pv e2e4 e7e5 g1f3", "info nodes 50",
                      "bestmove e2e4 ponder e7e5"}),
              IsEmpty());
}

TEST(VerifyTest, RefusesABestMoveThatIsNotLegal) {
  const auto differences = Verify({"info depth 5 score cp 30 nodes 100 pv e2e4", "bestmove a1a1"});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::kProtocol);
  EXPECT_EQ(differences[0].note, "candidate: a1a1 is not legal");
  EXPECT_THAT(Verify({"info depth 5 score cp 3", "bestmove (none)"}), SizeIs(1));
  EXPECT_THAT(Verify({"info depth 5 score cp 3", "bestmove e2e5"}), SizeIs(1));
}

TEST(VerifyTest, RefusesAPonderMoveThatIsNotLegal) {
  const auto differences = Verify({"info depth 5 score cp 3", "bestmove e2e4 ponder e2e4"});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_THAT(differences[0].note, HasSubstr("ponder move e2e4 is not legal"));
}

TEST(VerifyTest, NamesLineAndPlyOfAnIllegalVariation) {
  const auto differences = Verify({"info depth 1 score cp 12 nodes 50 pv e2e4",
                                   "info depth 6 score cp 12 nodes 500 pv e2e4 e7e5 g1f3 b8c6 e4e6",
                                   "info depth 7 score cp 12 nodes 900 pv e2e4", "bestmove e2e4"});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::kProtocol);
  EXPECT_EQ(differences[0].line, 2);
  EXPECT_THAT(differences[0].note, HasSubstr("ply 5 of the variation, e4e6, is not legal"));
  EXPECT_EQ(differences[0].candidate.Marked(),
            "info depth 6 score cp 12 nodes 500 pv e2e4 e7e5 g1f3 b8c6 >e4e6<");
}

TEST(VerifyTest, TakesTheNullMoveOnlyWhereThereIsNoOther) {
  EXPECT_THAT(Verify({"info depth 0 score mate 0", "bestmove (none)"}, Root(kMated)), IsEmpty());
  EXPECT_THAT(Verify({"info depth 0 score mate 0", "bestmove 0000"}, Root(kMated)), IsEmpty());
  EXPECT_THAT(Verify({"info depth 0 score mate 0", "bestmove a1a1"}, Root(kMated)), SizeIs(1));
}

TEST(VerifyTest, WantsSomethingToCompareWhereThereIsALegalMove) {
  const auto differences = Verify({"bestmove e2e4"}, Root(), Stage::kNodes);
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_THAT(differences[0].note, HasSubstr("no info line to compare"));
  EXPECT_THAT(
      Verify({"info string hello", "info nodes 20", "bestmove e2e4"}, Root(), Stage::kNodes),
      SizeIs(1));
  EXPECT_THAT(Verify({"bestmove (none)"}, Root(kMated)), IsEmpty());
}

TEST(VerifyTest, TheFinalCountIsNeverSmallerThanTheLastReports) {
  const auto differences =
      Verify({"info depth 2 score cp 3 nodes 50", "info nodes 49", "bestmove e2e4"});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::kCount);
  EXPECT_THAT(differences[0].note, HasSubstr("less than the last report's 50"));
}

TEST(VerifyTest, TheFinalCountIsThatOfALastReportWithAScore) {
  EXPECT_THAT(Verify({"info depth 2 score cp 3 nodes 50", "info nodes 51", "bestmove e2e4"}),
              SizeIs(1));
  EXPECT_THAT(Verify({"info depth 2 score cp 3 nodes 50", "info depth 3 nodes 70 time 3",
                      "info nodes 71", "bestmove e2e4"},
                     Root(), Stage::kNodes),
              IsEmpty());
}

TEST(VerifyTest, AtFixedDepthTheLastReportHasAScore) {
  const auto differences = Verify({"info depth 2 score cp 3 nodes 50", "info depth 3 nodes 70",
                                   "info nodes 70", "bestmove e2e4"});
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_THAT(differences[0].note, HasSubstr("has to have a score"));
}

TEST(VerifyTest, WithoutAFinalCountThereIsNoRuleForIt) {
  EXPECT_THAT(
      Verify({"info depth 2 score cp 3 nodes 50", "info depth 3 nodes 70", "bestmove e2e4"}),
      IsEmpty());
}

TEST(VerifyTest, TellsHowASearchByNodesEnded) {
  const auto ending = [](const std::vector<std::string>& lines, const chess::Position& root) {
    return EndingOf(AnswerFrom(lines), root, Stage::kNodes, Small());
  };
  EXPECT_EQ(ending({"info depth 8 score cp 1 nodes 60000", "bestmove e2e4"}, Root()),
            Ending::kReached);
  EXPECT_EQ(ending({"info depth 1 score cp 1 nodes 17", "bestmove e2e4"}, Root()), Ending::kShort);
  EXPECT_EQ(ending({"info depth 1 score mate 3 nodes 17", "bestmove e2e4"}, Root()),
            Ending::kExcused);
  EXPECT_EQ(ending({"info depth 99 score cp 1 nodes 17", "bestmove e2e4"}, Root()),
            Ending::kExcused);
  EXPECT_EQ(ending({"info depth 0 score mate 0", "bestmove (none)"}, Root(kMated)),
            Ending::kExcused);
  Answer stopped = AnswerFrom({"info depth 8 score cp 1 nodes 60000", "bestmove e2e4"});
  stopped.stopped = true;
  EXPECT_EQ(EndingOf(stopped, Root(), Stage::kNodes, Small()), Ending::kExceeded);
}

TEST(VerifyTest, TellsHowASearchByDepthEnded) {
  const auto ending = [](const std::vector<std::string>& lines, const chess::Position& root) {
    return EndingOf(AnswerFrom(lines), root, Stage::kDepth, Small());
  };
  EXPECT_EQ(ending({"info depth 2 score cp 3", "bestmove e2e4"}, Root()), Ending::kReached);
  EXPECT_EQ(
      ending({"info depth 1 score cp 3", "info depth 2 currmove e2e4", "bestmove e2e4"}, Root()),
      Ending::kShort);
  EXPECT_EQ(ending({"info depth 1 score mate 1", "bestmove e2e4"}, Root()), Ending::kExcused);
  EXPECT_EQ(ending({"info depth 1 score cp 3", "bestmove a1b2"}, Root(kOneMove)), Ending::kExcused);
}

TEST(VerifyTest, SeesASearchThatDoesNotKnowItsLimit) {
  const auto is_far = [](const std::string& line, Stage stage) {
    return IsFarBeyond(AnswerFrom({line, "bestmove e2e4"}).lines[0], stage, Small());
  };
  EXPECT_FALSE(is_far("info depth 30 score cp 1 nodes 105000", Stage::kNodes));
  EXPECT_TRUE(is_far("info depth 30 score cp 1 nodes 9000000", Stage::kNodes));
  EXPECT_FALSE(is_far("info depth 2 score cp 1 nodes 9000000", Stage::kDepth));
  EXPECT_FALSE(is_far("info depth 3 currmove e2e4", Stage::kDepth));
  EXPECT_TRUE(is_far("info depth 4 score cp 1", Stage::kDepth));
}

}  // namespace
}  // namespace coherent::gate
