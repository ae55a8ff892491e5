#include "tools/suite/report.h"

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "tools/suite/report_json.h"

namespace coherent::suite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SuitePosition PositionCalled(const std::string& id) {
  SuitePosition position;
  position.id = id;
  position.line = 7;
  position.fen = std::string(chess::kStartFen);
  position.position = *chess::ParseFen(chess::kStartFen);
  return position;
}

// Four positions: two solved of three by a move, one mate claimed too short.
Report Example() {
  Report report;
  report.work.limit = "nodes 100";
  report.work.options = {{"Style", "Wild"}};
  Suite suite{"dir/mixed.epd", "mixed", "abc", {}};
  std::vector<Judgement> judgements;
  for (const char* const id : {"a", "b", "c, \"x\""}) {
    suite.positions.push_back(PositionCalled(id));
    suite.positions.back().best = {*chess::ParseUciMove(suite.positions[0].position, "e2e4")};
    Judgement judgement;
    judgement.move = "e2e4";
    judgement.nodes = 100;
    judgements.push_back(judgement);
  }
  judgements[0].is_right = judgements[2].is_right = true;
  judgements[0].solution_nodes = 10;
  judgements[2].solution_nodes = 30;
  suite.positions.push_back(PositionCalled("m"));
  suite.positions.back().mate = 5;
  Judgement wrong;
  wrong.move = "e2e4";
  wrong.score = "mate 4";
  wrong.claimed_mate = 4;
  wrong.pv = "e2e4 e7e5";
  wrong.mate = MateClaim::kWrong;
  wrong.pv_fault = PvFault::kShort;
  wrong.nodes = 200;
  judgements.push_back(wrong);
  report.suites = {std::move(suite)};
  report.engines = {{"bin/x", "def", {"X, 1", {"Hash"}}, {std::move(judgements)}}};
  return report;
}

TEST(ReportTest, EachCountIsOfThePositionsThatAskForIt) {
  const Report report = Example();
  const Tally tally = TallyOf(report.suites[0], report.engines[0].judgements[0]);
  EXPECT_EQ(tally.positions, 4);
  EXPECT_EQ(tally.move_positions, 3);
  EXPECT_EQ(tally.solved, 2);
  EXPECT_EQ(tally.mate_positions, 1);
  EXPECT_EQ(tally.found, 0);
  EXPECT_EQ(tally.wrong, 1);
  EXPECT_EQ(tally.claims, 1);
  EXPECT_EQ(tally.short_pvs, 1);
  EXPECT_EQ(tally.nodes, 500);
  EXPECT_EQ(tally.solution_nodes, 40);
  EXPECT_NEAR(tally.Share(), 2.0 / 3, 1e-12);
  EXPECT_LT(tally.Interval().low, tally.Share());
  EXPECT_EQ(report.Faults(), 1);
}

TEST(ReportTest, PointsAreTheShareWhereThereAreAny) {
  Tally tally;
  tally.positions = tally.move_positions = tally.point_positions = 10;
  tally.solved = 4;
  tally.points = 60;
  tally.max_points = 100;
  EXPECT_EQ(tally.Share(), 0.6);
}

TEST(ReportTest, TheTableHasARowForEachEngineAndSuiteAndTheFaultsAreListed) {
  const std::string text = ReportAsText(Example());
  EXPECT_THAT(text, HasSubstr("go nodes 100; Hash 16, Threads 1, Style Wild\n"));
  EXPECT_THAT(text, HasSubstr("1 X, 1: bin/x (sha256 def)\n   does not offer Hash\n"));
  EXPECT_THAT(text, HasSubstr("mixed: 4 positions of dir/mixed.epd (sha256 abc)\n"));
  EXPECT_THAT(text, HasSubstr("1 X, 1  mixed          4     2/3       -    0/1  66.7 %"));
  EXPECT_THAT(text, HasSubstr("1 X, 1, dir/mixed.epd:7, m: wrong mate; score mate 4, dm 5\n"
                              "  position fen rnbqkbnr"));
  Report good = Example();
  good.engines[0].judgements[0].back() = Judgement();
  EXPECT_THAT(ReportAsText(good), Not(HasSubstr("wrong or not shown")));
}

TEST(ReportTest, TheDetailsAreCsvWithQuotesWhereTheyAreNeeded) {
  const std::string csv = DetailsAsCsv(Example());
  EXPECT_THAT(csv, HasSubstr("\"1 X, 1\",mixed,7,a,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
                             "KQkq - 0 1,e2e4,1,,,,,,,100,0,10\n"));
  EXPECT_THAT(csv, HasSubstr(",\"c, \"\"x\"\"\","));
  EXPECT_THAT(csv, HasSubstr(",e2e4,,,,mate 4,5,4,wrong mate,200,0,\n"));
}

TEST(ReportTest, TheJsonSaysTheSame) {
  const Json json = ReportAsJson(Example());
  EXPECT_EQ(json["schema"], "coherent-suite/1");
  EXPECT_EQ(json["work"]["options"], Json({"Style=Wild"}));
  const Json& row = json["rows"][0];
  EXPECT_EQ(row["moves"], Json({{"positions", 3}, {"solved", 2}}));
  EXPECT_EQ(row["points"], nullptr);
  EXPECT_EQ(row["mates"]["wrong"], 1);
  EXPECT_EQ(row["claims"]["short_pv"], 1);
  EXPECT_EQ(row["mean_nodes"], 125.0);
  EXPECT_EQ(row["mean_solution_nodes"], 20.0);
  ASSERT_EQ(json["faults"].size(), 1);
  EXPECT_EQ(json["faults"][0]["fault"], "wrong mate");
  EXPECT_EQ(json["faults"][0]["dm"], 5);
}

}  // namespace
}  // namespace coherent::suite
