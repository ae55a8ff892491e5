#include "tools/gate/search_loop.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "tools/gate/testing.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;

class ListSource : public AnswerSource {
 public:
  explicit ListSource(std::vector<absl::StatusOr<std::optional<Answer>>> answers)
      : answers_(std::move(answers)) {}
  absl::StatusOr<std::optional<Answer>> Next() override { return answers_[next_++]; }

 private:
  std::vector<absl::StatusOr<std::optional<Answer>>> answers_;
  size_t next_ = 0;
};

absl::StatusOr<std::optional<Answer>> Found(i64 nodes) {
  return AnswerFrom({absl::StrCat("info depth 9 score cp 1 nodes ", nodes), "bestmove e2e4"});
}

Report NodesReport(int positions) {
  Report report;
  report.settings.stages = {Stage::kNodes};
  for (int i = 0; i < positions; ++i) {
    report.positions.positions.push_back({absl::StrCat("p", i), "", chess::Position()});
  }
  for (const Stage stage : kStages) {
    report.stages.emplace_back();
    report.stages.back().stage = stage;
  }
  return report;
}

std::vector<Difference> NoDifferences(Stage, size_t, const std::vector<Answer>&) { return {}; }

std::vector<Difference> OneDifference(Stage, size_t, const std::vector<Answer>&) {
  return {Difference{Kind::kMove, 0, "bestmove", {}, {}, ""}};
}

TEST(SearchLoopTest, CountsWhatItCompares) {
  ListSource base({Found(50000), Found(50000)});
  ListSource candidate({Found(50000), Found(50000)});
  Report report = NodesReport(2);
  int steps = 0;
  EXPECT_THAT(
      ForEachSearch(
          {{"base", &base}, {"candidate", &candidate}}, OneDifference, [&] { ++steps; }, &report),
      IsOk());
  const StageReport& stage = report.StageOf(Stage::kNodes);
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(stage.status, StageReport::Status::kCompared);
  EXPECT_EQ(stage.compared, 2);
  EXPECT_EQ(stage.lines, 2);
  EXPECT_EQ(stage.counts[Index(Kind::kMove)], 2);
  EXPECT_EQ(stage.differences.size(), 2u);
  EXPECT_EQ(report.GetVerdict(), Verdict::kDifferent);
}

TEST(SearchLoopTest, AStageWhoseLimitIsIgnoredIsNotCompared) {
  ListSource base({Found(50000), Found(50000), Found(50000)});
  ListSource candidate({Found(20), Found(20), Found(50000)});
  Report report = NodesReport(3);
  EXPECT_THAT(ForEachSearch(
                  {{"base", &base}, {"candidate", &candidate}}, OneDifference, [] {}, &report),
              IsOk());
  const StageReport& stage = report.StageOf(Stage::kNodes);
  EXPECT_EQ(stage.status, StageReport::Status::kNotCompared);
  EXPECT_EQ(stage.reason, "candidate ignores \"go nodes 50000\": 2 of 3 searches ended far before");
  EXPECT_EQ(report.GetVerdict(), Verdict::kNotCompared);
  EXPECT_THAT(report.ToStatus(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("not")));
}

TEST(SearchLoopTest, BreachesOfTheProtocolRemainOfAStageThatIsNotCompared) {
  ListSource source({Found(20), Found(20)});
  Report report = NodesReport(2);
  const auto find = [](Stage, size_t position, const std::vector<Answer>&) {
    std::vector<Difference> found = {{Kind::kMove, 0, "bestmove", {}, {}, ""}};
    if (position == 1) found.push_back({Kind::kProtocol, 0, "pv", {}, {}, "illegal"});
    return found;
  };
  EXPECT_THAT(ForEachSearch(
                  {{"base", &source}}, find, [] {}, &report),
              IsOk());
  const StageReport& stage = report.StageOf(Stage::kNodes);
  EXPECT_EQ(stage.status, StageReport::Status::kNotCompared);
  ASSERT_EQ(stage.differences.size(), 1u);
  EXPECT_EQ(stage.differences[0].position, 1u);
  EXPECT_EQ(stage.differences[0].first.kind, Kind::kProtocol);
  EXPECT_EQ(stage.counts[Index(Kind::kMove)], 0);
  EXPECT_EQ(report.GetVerdict(), Verdict::kDifferent);
}

TEST(SearchLoopTest, ADepthThatIsNotReachedIsADifference) {
  const auto depth = [](int reached) -> absl::StatusOr<std::optional<Answer>> {
    return AnswerFrom({absl::StrCat("info depth ", reached, " score cp 1"), "bestmove e2e4"});
  };
  ListSource base({depth(6), depth(6), depth(3)});
  ListSource candidate({depth(6), depth(6), depth(3)});
  Report report = NodesReport(3);
  report.settings.stages = {Stage::kDepth};
  EXPECT_THAT(ForEachSearch(
                  {{"base", &base}, {"candidate", &candidate}}, NoDifferences, [] {}, &report),
              IsOk());
  const StageReport& stage = report.StageOf(Stage::kDepth);
  EXPECT_EQ(stage.status, StageReport::Status::kCompared);
  ASSERT_EQ(stage.differences.size(), 1u);
  EXPECT_EQ(stage.differences[0].count, 2);
  EXPECT_EQ(stage.differences[0].first.note, "base: depth 6 not reached");
}

TEST(SearchLoopTest, ASearchFarBeyondItsLimitEndsTheStage) {
  absl::StatusOr<std::optional<Answer>> stopped = Found(5'000'000);
  (*stopped)->stopped = true;
  ListSource source({Found(50000), stopped, std::optional<Answer>()});
  Report report = NodesReport(3);
  EXPECT_THAT(ForEachSearch(
                  {{"base", &source}}, NoDifferences, [] {}, &report),
              IsOk());
  EXPECT_THAT(report.StageOf(Stage::kNodes).reason, HasSubstr("searched far beyond"));
}

TEST(SearchLoopTest, AnErrorEndsItAfterWhatWasCompared) {
  ListSource base({Found(50000), Found(50000)});
  ListSource candidate({Found(50000), absl::UnavailableError("died")});
  Report report = NodesReport(2);
  EXPECT_THAT(ForEachSearch(
                  {{"base", &base}, {"candidate", &candidate}}, NoDifferences, [] {}, &report),
              StatusIs(absl::StatusCode::kUnavailable, "died"));
  EXPECT_EQ(report.StageOf(Stage::kNodes).compared, 1);
}

TEST(LimitTallyTest, AFewShortSearchesAreNoProof) {
  LimitTally tally;
  EXPECT_EQ(tally.Problem(), "");
  tally.Add(Ending::kExcused);
  tally.Add(Ending::kShort);
  tally.Add(Ending::kReached);
  EXPECT_EQ(tally.Problem(), "");
  tally.Add(Ending::kShort);
  EXPECT_EQ(tally.Problem(), "2 of 3 searches ended far before");
}

}  // namespace
}  // namespace coherent::gate
