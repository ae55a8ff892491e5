#include "tools/gate/report.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "tools/gate/junit.h"
#include "tools/gate/report_html.h"
#include "tools/gate/report_json.h"
#include "tools/gate/report_text.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Two positions, all stages compared and equal.
Report EqualReport() {
  Report report;
  report.base = {"/bin/base", false, "aa", "Base 1.0.0", "", {{"Hash", "16"}}, u64{7}, 1.5};
  report.candidate = {"/bin/candidate", false, "bb", "Cand 1.0.1", "", {{"Hash", "16"}}, u64{7}, 2};
  const chess::Position start;
  report.positions = {
      "p.epd", "cc", {{"one", chess::ToFen(start), start}, {"two", chess::ToFen(start), start}}};
  for (const Stage stage : kStages) {
    report.stages.push_back({stage, StageReport::Status::kCompared, "", 2, 2, 10, {}, {}});
  }
  return report;
}

void AddDifference(Report* report) {
  StageReport& stage = report->StageOf(Stage::kNodes);
  stage.differences.push_back({1,
                               3,
                               {Kind::kField,
                                2,
                                "nodes",
                                {"info nodes 8 pv e2e4", 11, 12},
                                {"info nodes 9 pv e2e4", 11, 12},
                                ""}});
  stage.counts[Index(Kind::kField)] = 2;
  stage.counts[Index(Kind::kScore)] = 1;
}

TEST(ReportTest, IsEqualOnlyIfEverythingAskedForWasCompared) {
  Report report = EqualReport();
  EXPECT_EQ(report.GetVerdict(), Verdict::kEqual);
  EXPECT_THAT(report.ToStatus(), IsOk());
  report.StageOf(Stage::kBench).status = StageReport::Status::kLeftOut;
  EXPECT_EQ(report.GetVerdict(), Verdict::kEqual);
  report.StageOf(Stage::kBench).status = StageReport::Status::kNotCompared;
  EXPECT_EQ(report.GetVerdict(), Verdict::kNotCompared);
  EXPECT_EQ(report.ToStatus().code(), absl::StatusCode::kUnavailable);
  for (StageReport& stage : report.stages) stage.status = StageReport::Status::kLeftOut;
  EXPECT_EQ(report.GetVerdict(), Verdict::kNotCompared);
}

TEST(ReportTest, ADifferenceOutweighsWhatIsNotCompared) {
  Report report = EqualReport();
  report.StageOf(Stage::kBench).status = StageReport::Status::kNotCompared;
  AddDifference(&report);
  EXPECT_EQ(report.GetVerdict(), Verdict::kDifferent);
  EXPECT_EQ(report.ToStatus().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(ReportTest, ATechnicalFailureOutweighsEverything) {
  Report report = EqualReport();
  AddDifference(&report);
  report.technical = absl::DeadlineExceededError("hangs");
  EXPECT_EQ(report.GetVerdict(), Verdict::kTechnical);
  EXPECT_EQ(report.ToStatus(), report.technical);
  EXPECT_EQ(report.Counts()[Index(Kind::kTechnical)], 1);
}

TEST(ReportTest, TheTextShowsBothLinesAndWhatToPaste) {
  Report report = EqualReport();
  AddDifference(&report);
  const std::string text = ToText(report);
  EXPECT_THAT(text,
              HasSubstr("two, nodes, first of 3: field: nodes, info line 2\n"
                        "  base       info nodes >8< pv e2e4\n"
                        "  candidate  info nodes >9< pv e2e4\n"
                        "  position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
                        "1\n  go nodes 50000\n"));
  EXPECT_THAT(text, HasSubstr("2 of 2 positions compared, 10 info lines: 1 positions differ"));
  EXPECT_THAT(text, HasSubstr("score 1, line 0, field 2"));
  EXPECT_THAT(text, HasSubstr("verdict    different\n"));
}

TEST(ReportTest, TheTextTellsEnginesOptionsAndHashes) {
  EXPECT_THAT(ToText(EqualReport()),
              AllOf(HasSubstr("/bin/base"), HasSubstr("Base 1.0.0, sha256 aa"),
                    HasSubstr("options: Hash=16"), HasSubstr("2 from p.epd, sha256 cc"),
                    HasSubstr("7 and 7 nodes"), HasSubstr("verdict    equal\n")));
}

TEST(ReportTest, TheTextMakesPlainThatAnEngineDoesNotRepeatItself) {
  Report report = EqualReport();
  AddDifference(&report);
  report.repeats = {{Side::kBase, 8, 8, ""}, {Side::kCandidate, 8, 5, "one, nodes: field nodes"}};
  const std::string text = ToText(report);
  EXPECT_THAT(text, HasSubstr("base gave its own answer again in 8 of 8 searches that differ\n"));
  EXPECT_THAT(text, HasSubstr("candidate gave its own answer again in 5 of 8 searches that differ: "
                              "it is NONDETERMINISTIC"));
  EXPECT_THAT(text, HasSubstr("one, nodes: field nodes\n"));
  EXPECT_THAT(text, Not(HasSubstr("differs from itself")));
  report.candidate.sha256 = report.base.sha256;
  EXPECT_THAT(ToText(report), HasSubstr("differs from itself"));
}

TEST(ReportTest, TheTextTellsHowFarATechnicalFailureCame) {
  Report report = EqualReport();
  report.StageOf(Stage::kNodes).compared = 1;
  report.technical = absl::UnavailableError("candidate: exited with code 3");
  EXPECT_THAT(ToText(report),
              AllOf(HasSubstr("1 of 2 positions compared"), HasSubstr("verdict    technical\n"),
                    HasSubstr("exited with code 3")));
}

TEST(ReportTest, TheJsonHoldsAllThatIsNeededToRepeatTheRun) {
  Report report = EqualReport();
  AddDifference(&report);
  report.repeats = {{Side::kBase, 1, 1, ""}};
  const auto json = ParseJson("report", ToJsonText(report));
  ASSERT_THAT(json, IsOk());
  EXPECT_EQ((*json)["format"], "coherent-gate-report 2");
  EXPECT_EQ((*json)["verdict"], "different");
  EXPECT_EQ((*json)["exit_code"], 1);
  EXPECT_EQ((*json)["settings"]["positions"]["sha256"], "cc");
  EXPECT_EQ((*json)["settings"]["nodes"], 50000);
  EXPECT_EQ((*json)["base"]["sha256"], "aa");
  EXPECT_EQ((*json)["candidate"]["options"][0], "Hash=16");
  EXPECT_EQ((*json)["counts"]["field"], 2);
  const Json& difference = (*json)["stages"][0]["differences"][0];
  EXPECT_EQ(difference["id"], "two");
  EXPECT_EQ(difference["go"], "go nodes 50000");
  EXPECT_EQ(difference["first"]["kind"], "field");
  EXPECT_EQ(difference["first"]["base"]["part"], "8");
  EXPECT_EQ(difference["first"]["candidate"]["part"], "9");
  EXPECT_EQ((*json)["repeats"][0]["side"], "base");
}

TEST(ReportTest, TheJsonHasTheSameKeysForEveryVerdict) {
  const auto keys = [](const Report& report) {
    const Json json = ParseJson("report", ToJsonText(report)).value();
    std::string names;
    for (const auto& [key, value] : json.items()) {
      names += key + " ";
    }
    return names;
  };
  Report failed = EqualReport();
  failed.technical = absl::InternalError("x");
  EXPECT_EQ(keys(EqualReport()), keys(failed));
}

TEST(ReportTest, JunitHasACaseAPosition) {
  Report report = EqualReport();
  AddDifference(&report);
  report.StageOf(Stage::kDepth).status = StageReport::Status::kNotCompared;
  report.StageOf(Stage::kDepth).reason = "base ignores \"go depth 6\" & more";
  report.StageOf(Stage::kBench).status = StageReport::Status::kLeftOut;
  const std::string xml = ToJunit(report);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"nodes\" tests=\"2\" failures=\"1\" errors=\"0\" "
                             "skipped=\"0\">"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"gate.nodes\" name=\"one\"/>"));
  EXPECT_THAT(xml, HasSubstr("info nodes &gt;8&lt; pv e2e4"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"not compared: base ignores &quot;go depth 6&quot; "
                             "&amp; more\">"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"left out\">"));
}

TEST(ReportTest, ThePageHoldsTheVerdictAndBothLinesFieldByField) {
  Report report = EqualReport();
  AddDifference(&report);
  const std::string page = ToHtml(report);
  EXPECT_THAT(page,
              AllOf(HasSubstr("\"verdict\":\"different\""), HasSubstr("\"id\":\"two\""),
                    HasSubstr("[\"nodes\",\"8\",\"9\",true],[\"pv\",\"e2e4\",\"e2e4\",false]"),
                    HasSubstr("\"go\":\"go nodes 50000\""), Not(HasSubstr("DATA")),
                    Not(HasSubstr("src="))));
}

TEST(ReportTest, ThePageAlignsFieldsThatOneSideLacks) {
  Report report = EqualReport();
  report.StageOf(Stage::kNodes)
      .differences.push_back({0,
                              1,
                              {Kind::kField,
                               2,
                               "tbhits",
                               {"info depth 4 nodes 8", 0, 0},
                               {"info depth 4 tbhits 0 nodes 8", 18, 21},
                               "only in the candidate </script>"}});
  const std::string page = ToHtml(report);
  EXPECT_THAT(page, AllOf(HasSubstr("[\"depth\",\"4\",\"4\",false],[\"tbhits\",null,\"0\",true],"
                                    "[\"nodes\",\"8\",\"8\",false]"),
                          HasSubstr("\"depth\":4"), HasSubstr("candidate \\u003c/script>")));
}

TEST(ReportTest, JunitTellsATechnicalFailure) {
  Report report = EqualReport();
  report.technical = absl::InternalError("line one\nline \x01 two");
  EXPECT_THAT(ToJunit(report),
              AllOf(HasSubstr("<error message=\"line one\">"), HasSubstr("line ? two")));
}

}  // namespace
}  // namespace coherent::gate
