#include "tools/tempo/report.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/tempo/report_html.h"
#include "tools/tempo/report_json.h"
#include "tools/tempo/testing.h"

namespace coherent::tempo {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

Report ReportOf(measure::Plan plan, const Gain& gain) {
  Report report;
  report.history = FakeHistory(plan, gain);
  report.evaluation = *Evaluate(plan, report.history);
  report.plan = {std::move(plan), "abc123"};
  return report;
}

Report Good() {
  return ReportOf(FakePlan({"pre<fetch", "huge"}, 2, 12),
                  ConstantGain({.41, .12, .55, -.08, .33, .27, .61, .19}));
}

TEST(ReportTest, TheVerdictNamesEveryComponentAndSaysWhatTheRulePromises) {
  EXPECT_THAT(VerdictText(Good()),
              AllOf(HasSubstr("huge: passes\n  lane cpu0: passes; c +0.41 +0.12"),
                    HasSubstr("7 of 8 above zero"), HasSubstr("undeclared losses: none\n"),
                    HasSubstr("verdict: the bundle passes\nattempt 1"), HasSubstr("plan abc123"),
                    HasSubstr("9/256 = 3.52 %"), HasSubstr("no independence is needed"),
                    HasSubstr("It promises no gain in the mean"),
                    HasSubstr("some component of 2 that do nothing passes with 7.03 % at most")));
}

TEST(ReportTest, StatisticsStandBesideTheVerdict) {
  EXPECT_THAT(ReportText(Good()),
              AllOf(HasSubstr("mean +0.300, 95 % interval +0.110 to +0.490 (t)"),
                    HasSubstr("92.97 % +0.120 to +0.550"), HasSubstr("second smallest +0.120"),
                    HasSubstr("order effect"), HasSubstr("drift over all phases"),
                    HasSubstr("lane cpu0 minus cpu1"), HasSubstr("A/A"),
                    HasSubstr("Not randomised: stack and heap"), HasSubstr("without huge")));
}

TEST(ReportTest, APassWithAMeanBelowZeroIsPointedOut) {
  const Report report =
      ReportOf(FakePlan({"a"}, 1, 12), ConstantGain({.01, .01, .01, .01, .01, .01, .01, -5}));
  EXPECT_THAT(ReportText(report),
              AllOf(HasSubstr("verdict: the bundle passes"),
                    HasSubstr("passes on lane cpu0 with a mean that is not above zero: -0.616")));
}

TEST(ReportTest, AControlThatDoesNotHoldTwoPointsIsPointedOut) {
  const Report report =
      ReportOf(FakePlan({"a"}, 1, 12), [](size_t run, size_t phase, size_t, const auto& arm) {
        return arm == "control" && run == 1 && phase == 2 ? 3.0 : .1;
      });
  EXPECT_THAT(ReportText(report), HasSubstr("does not hold 2.0 points"));
  EXPECT_THAT(ReportText(Good()), Not(HasSubstr("does not hold 2.0 points")));
}

TEST(ReportTest, CountsOfTheLastReportAreNamed) {
  Report report = Good();
  report.history.phases[3].lanes[0].arms[0].final_counts = false;
  EXPECT_THAT(ReportText(report), HasSubstr("no final `info nodes N`"));
  EXPECT_THAT(ReportText(Good()), Not(HasSubstr("no final `info nodes N`")));
}

TEST(ReportTest, TheJsonHasEveryPhase) {
  const Json json = ReportJson(Good());
  EXPECT_EQ(json["schema"], "coherent-tempo-report/1");
  EXPECT_EQ(json["passes"], true);
  ASSERT_EQ(json["series"].size(), 6U);
  EXPECT_EQ(json["series"][0]["phases"][7].size(), 12U);
  EXPECT_NEAR(json["series"][0]["mean"]["mean"].get<double>(), .3, 1e-6);
}

TEST(ReportTest, ThePageHasAStripForEveryComponentAndLaneAndNeedsNothingElse) {
  const std::string page = ReportHtml(Good());
  size_t strips = 0;
  for (size_t at = page.find("<svg"); at != std::string::npos; at = page.find("<svg", at + 1)) {
    ++strips;
  }
  EXPECT_EQ(strips, 6U);
  EXPECT_THAT(page, AllOf(HasSubstr("pre&lt;fetch"), HasSubstr("A/A control"),
                          Not(HasSubstr("pre<fetch")), Not(ContainsRegex("https?://"))));
}

}  // namespace
}  // namespace coherent::tempo
