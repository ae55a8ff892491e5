#include "tools/suite/suite.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::suite {
namespace {

using ::testing::HasSubstr;

// Two engines, both suites that come along. The first one knows a mate and claims another.
SuiteOptions Both() {
  SuiteOptions options;
  options.engines = {
      uci::ScriptedEngine("knowing",
                          "on go with 3R2K1\n say info depth 1 score mate 1 nodes 9 pv "
                          "d1d8\n say bestmove d1d8\n"
                          "on go with kbK5\n say info depth 1 score mate 1 nodes 9 pv "
                          "a1a7\n say bestmove a1a7\n"),
      uci::ScriptedEngine("plain", "")};
  options.suites = {TestdataPath("suite/tactics.epd"), TestdataPath("suite/mates.epd")};
  options.depth = 2;
  return options;
}

TEST(SuiteTest, EveryEngineIsAskedEveryPosition) {
  SuiteOptions options = Both();
  options.json = true;
  options.jobs = 2;
  std::ostringstream out;
  ASSERT_THAT(RunSuites(options, out), IsOk());
  const auto json = ParseJson("report", out.str());
  ASSERT_THAT(json, IsOk());
  EXPECT_EQ((*json)["work"]["limit"], "depth 2");
  ASSERT_EQ((*json)["rows"].size(), 4);
  EXPECT_EQ((*json)["rows"][0]["moves"]["positions"], 8);
  const Json& mates = (*json)["rows"][1]["mates"];
  EXPECT_EQ(mates, Json({{"positions", 8}, {"found", 1}, {"best", 1}, {"wrong", 1}}));
  EXPECT_EQ((*json)["rows"][3]["mates"]["found"], 0);
  ASSERT_EQ((*json)["faults"].size(), 1);
  EXPECT_EQ((*json)["faults"][0]["id"], "Morphy");
}

TEST(SuiteTest, WrongMatesAreAClearNoOnlyIfAsked) {
  SuiteOptions options = Both();
  std::ostringstream out;
  ASSERT_THAT(RunSuites(options, out), IsOk());
  options.fail_on_wrong = true;
  std::ostringstream again;
  EXPECT_THAT(RunSuites(options, again),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("found 1")));
  EXPECT_EQ(again.str(), out.str());  // the report is complete all the same
}

TEST(SuiteTest, TheLimitTakesTheFirstPositionsAndDetailsHaveALineASearch) {
  SuiteOptions options = Both();
  options.first = 3;
  options.details = TemporaryPath("details.csv");
  std::ostringstream out;
  ASSERT_THAT(RunSuites(options, out), IsOk());
  const auto csv = ReadFile(options.details);
  ASSERT_THAT(csv, IsOk());
  EXPECT_EQ(std::count(csv->begin(), csv->end(), '\n'), 1 + 2 * 2 * 3);
}

TEST(SuiteTest, BadInputIsFoundBeforeAnythingIsSearched) {
  SuiteOptions options = Both();
  options.options = {"Hash"};
  std::ostringstream out;
  EXPECT_THAT(RunSuites(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected NAME=VALUE")));
  options = Both();
  options.engines.push_back("/nonexistent/engine");
  EXPECT_THAT(RunSuites(options, out), StatusIs(absl::StatusCode::kNotFound, HasSubstr("engine")));
  options = Both();
  options.suites.push_back("/nonexistent/suite.epd");
  EXPECT_THAT(RunSuites(options, out),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/suite.epd")));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace coherent::suite
