#include "tools/gate/compare_logs.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "tools/gate/report_text.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr char kLog[] =
    "id name Some 1.0\noption name Hash type spin default 1 min 1 max 2\nuciok\n"
    "position startpos\ngo movetime 100\n"
    "info depth 1 score cp 10 nodes 20 time 3 pv e2e4\nbestmove e2e4\n"
    "position startpos moves e2e4\ngo depth 4\n"
    "info depth 4 score cp 11 nodes 50 time 3 pv e7e5 g1f3\nbestmove e7e5 ponder g1f3\n";

absl::StatusOr<Report> CompareWith(const std::string& candidate) {
  const auto log = ParseLog("b.log", candidate);
  if (!log.ok()) return log.status();
  return CompareLogs(*ParseLog("a.log", kLog), *log, {});
}

TEST(CompareLogsTest, TimesAndProgramsAroundDoNotMatter) {
  const auto report = CompareWith(
      absl::StrReplaceAll(kLog, {{"time 3", "time 4"}, {"info", "<E(0): info"}, {"\n", "\r\n"}}));
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->GetVerdict(), Verdict::kEqual);
  EXPECT_THAT(ToText(*report),
              AllOf(HasSubstr("log        2 of 2 positions compared, 2 info lines"),
                    HasSubstr("record a.log"), HasSubstr("verdict    equal")));
}

TEST(CompareLogsTest, ShowsTheSearchThatDiffersWithItsCommands) {
  const auto report = CompareWith(absl::StrReplaceAll(kLog, {{"nodes 50", "nodes 51"}}));
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->GetVerdict(), Verdict::kDifferent);
  EXPECT_THAT(
      ToText(*report),
      AllOf(HasSubstr("search 2, log, first of 1: field: nodes, info line 1"),
            HasSubstr("nodes >51<"), HasSubstr("position startpos moves e2e4\n  go depth 4")));
}

TEST(CompareLogsTest, TheRulesHoldForLogsToo) {
  const auto report = CompareWith(
      absl::StrReplaceAll(kLog, {{"bestmove e7e5", "bestmove e7e4"}, {"Hash type", "Ash type"}}));
  ASSERT_THAT(report, IsOk());
  EXPECT_THAT(ToText(*report), AllOf(HasSubstr("candidate: e7e4 is not legal"),
                                     HasSubstr("greeting 2, "), HasSubstr("protocol 1")));
}

TEST(CompareLogsTest, RefusesLogsOfOtherSearches) {
  EXPECT_THAT(CompareWith(absl::StrReplaceAll(kLog, {{"depth 4\n", "depth 5\n"}})).status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("b.log:11: search 2 is \"position startpos moves e2e4\", \"go "
                                 "depth 5\", expected")));
  EXPECT_THAT(CompareWith(absl::StrCat(kLog, "go depth 1\nbestmove e7e5\n")).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found 3 searches")));
}

TEST(CompareLogsTest, AnswersWithoutCommandsAreComparedAsTheyStand) {
  const auto log = ParseLog("a.log", "info depth 1 score cp 1 pv a1a1\nbestmove a1a1\n");
  ASSERT_THAT(log, IsOk());
  const auto report = CompareLogs(*log, *log, {});
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->GetVerdict(), Verdict::kEqual);
}

}  // namespace
}  // namespace coherent::gate
