#include "tools/bench/report.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "tools/bench/baseline.h"
#include "tools/bench/report_json.h"

namespace coherent::bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

EngineMeasurement MakeEngine(const std::string& program, double seconds) {
  EngineMeasurement engine;
  engine.program = program;
  engine.sha256 = std::string(64, 'a');
  for (int i = 0; i < 6; ++i) {
    timing::RunResult run;
    run.nodes = 30'000;
    run.position_nodes = {10'000, 20'000};
    run.seconds = seconds + 0.001 * i;
    run.cpu_seconds = run.seconds;
    run.engine_name = "Engine 1.0.0";
    engine.runs.push_back(run);
  }
  return engine;
}

Report MakeReport() {
  Report report;
  Measurement& measurement = report.measurement;
  timing::Workload workload;
  workload.path = "two.epd";
  workload.sha256 = std::string(64, 'b');
  workload.positions = {{"one", "fen one", {}, false}, {"two", "fen two", {}, false}};
  measurement.workload = workload;
  measurement.options.runs = 6;
  measurement.cpus = {1};
  measurement.cpu_model = "Some CPU";
  measurement.cpu_level = 3;
  measurement.counting = absl::UnavailableError("perf_event_open: not here");
  measurement.order = {{0}, {0}, {0}, {0}, {0}, {0}};
  measurement.engines = {MakeEngine("/bin/a", 2)};
  return report;
}

// What reading this report as a baseline gives.
absl::StatusOr<Baseline> AsBaseline(const Report& report) {
  const std::string path = TemporaryPath("baseline.json");
  EXPECT_THAT(WriteFileAtomically(path, ReportAsJson(report).dump()), IsOk());
  return ReadBaseline(path);
}

TEST(ReportTest, SaysWhatWasDoneWhereAndWithWhatResult) {
  const std::string text = ReportAsText(MakeReport());
  EXPECT_THAT(text, HasSubstr("2 positions of two.epd (sha256 bbbb"));
  EXPECT_THAT(text, HasSubstr("go depth 11, Hash 16, Threads 1"));
  EXPECT_THAT(text, HasSubstr("pinned to CPU 1 of Some CPU (x86-64-v3)"));
  EXPECT_THAT(text, HasSubstr("not counted (perf_event_open: not here)"));
  EXPECT_THAT(text, HasSubstr("signature 30000 nodes, the same in all runs and positions"));
  EXPECT_THAT(text, HasSubstr("nodes/s 14981, 96.9 % interval 14963 to 15000"));
  EXPECT_THAT(text, Not(HasSubstr("busy with other things")));
}

TEST(ReportTest, AShortRunAndABusyCpuAreWarnedOf) {
  Report report = MakeReport();
  for (timing::RunResult& run : report.measurement.engines[0].runs) {
    run.seconds = 0.5;
    run.cpu_seconds = 0.2;
  }
  EXPECT_THAT(ReportAsText(report),
              AllOf(HasSubstr("runs are short"), HasSubstr("trust CPU time only")));
}

TEST(ReportTest, ASecondEngineIsComparedWithTheFirst) {
  Report report = MakeReport();
  report.measurement.engines.push_back(MakeEngine("/bin/b", 1));
  EXPECT_THAT(ReportAsText(report), HasSubstr("B is faster by 99"));
  report.measurement.engines[1] = MakeEngine("/bin/b", 2);
  EXPECT_THAT(ReportAsText(report), HasSubstr("no difference shown"));
  for (timing::RunResult& run : report.measurement.engines[1].runs)
    run.position_nodes = {1, 29'999};
  EXPECT_THAT(ReportAsText(report), HasSubstr("no difference shown")) << "one sum";
  for (timing::RunResult& run : report.measurement.engines[1].runs) run.nodes = 1;
  EXPECT_THAT(ReportAsText(report), HasSubstr("not the same work"));
}

TEST(ReportTest, WhatDoesNotRepeatFailsUnlessThreadsExplainIt) {
  Report report = MakeReport();
  EXPECT_THAT(report.Verdict(), IsOk());
  report.measurement.engines[0].runs[3].nodes = 30'001;
  EXPECT_THAT(ReportAsText(report), HasSubstr("NOT REPEATABLE: 30000, 30000, 30000, 30001"));
  EXPECT_THAT(report.Verdict(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                         "/bin/a: not repeatable, so no signature"));
  report.measurement.options.threads = 2;
  EXPECT_THAT(report.Verdict(), IsOk());
}

TEST(ReportJsonTest, HasEverythingARepetitionNeeds) {
  Report report = MakeReport();
  report.measurement.engines.push_back(MakeEngine("/bin/b", 2));
  const Json json = ReportAsJson(report);
  EXPECT_EQ(json["schema"].dump(), R"("coherent-bench/1")");
  EXPECT_EQ(json["workload"]["positions_sha256"].get<std::string>(), std::string(64, 'b'));
  EXPECT_EQ(json["workload"]["limit"].dump(), R"("depth 11")");
  const Json& engine = json["engines"][0];
  EXPECT_EQ(engine["sha256"].get<std::string>(), std::string(64, 'a'));
  EXPECT_EQ(engine["signature"].dump(), "30000");
  EXPECT_EQ(engine["runs"].size(), 6U);
  EXPECT_EQ(engine["positions"].dump(),
            R"([{"id":"one","nodes":10000},{"id":"two","nodes":20000}])");
  EXPECT_TRUE(engine["runs"][0]["instructions"].is_null());
  EXPECT_EQ(json["machine"]["not_counted"].dump(), R"("perf_event_open: not here")");
  EXPECT_EQ(json["ratios"][0]["wall"]["pairs"].size(), 6U);
  EXPECT_EQ(json["ratios"][0]["wall"]["interval"]["coverage"].dump(), "0.96875");
  EXPECT_TRUE(json["baseline"].is_null());
  EXPECT_EQ(json["passed"].dump(), "true");
}

TEST(BaselineTest, AReportIsABaselineForTheSameWork) {
  Report report = MakeReport();
  const absl::StatusOr<Baseline> baseline = AsBaseline(report);
  ASSERT_THAT(baseline, IsOk());
  EXPECT_EQ(baseline->signature, 30'000);
  EXPECT_EQ(*DropFrom(*baseline, report.measurement), 0);
  report.measurement.engines = {MakeEngine("/bin/a", 2.1)};
  report.baseline = *baseline;
  report.drop_percent = *DropFrom(*baseline, report.measurement);
  EXPECT_NEAR(report.drop_percent, 4.76, 0.01);
  EXPECT_THAT(report.Verdict(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                         HasSubstr("4.76 % slower than the baseline")));
  EXPECT_THAT(ReportAsText(report), HasSubstr("now 4.76 % below, allowed are 2.00 %"));
  report.measurement.options.max_drop_percent = 5;
  EXPECT_THAT(report.Verdict(), IsOk());
  EXPECT_EQ(ReportAsJson(report)["baseline"]["max_drop_percent"].dump(), "5.0");
}

TEST(BaselineTest, BeingFasterIsNoAlarm) {
  Report report = MakeReport();
  report.baseline = *AsBaseline(report);
  report.measurement.engines = {MakeEngine("/bin/a", 1)};
  report.drop_percent = *DropFrom(*report.baseline, report.measurement);
  EXPECT_LT(report.drop_percent, 0);
  EXPECT_THAT(report.Verdict(), IsOk());
}

TEST(BaselineTest, AnotherProcessorIsPointedOut) {
  Report report = MakeReport();
  report.baseline = *AsBaseline(report);
  report.measurement.cpu_model = "Other CPU";
  EXPECT_THAT(ReportAsText(report), HasSubstr("another processor: Some CPU"));
}

TEST(BaselineTest, OtherWorkIsRefused) {
  Report report = MakeReport();
  const Baseline baseline = *AsBaseline(report);
  report.measurement.workload->hash_mib = 32;
  EXPECT_THAT(DropFrom(baseline, report.measurement),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("Hash 32")));
}

TEST(BaselineTest, WhatIsNoReportOfOneEngineIsRefused) {
  Report two = MakeReport();
  two.measurement.engines.push_back(MakeEngine("/bin/b", 2));
  EXPECT_THAT(AsBaseline(two), StatusIs(absl::StatusCode::kInvalidArgument,
                                        HasSubstr("engines: found 2, expected 1")));
  const std::string path = TemporaryPath("bad.json");
  const char* const engine_is_a_number =
      R"({"schema": "coherent-bench/1", "work": "x", "machine": {"cpu_model": "y"},
          "engines": [7]})";
  for (const char* text :
       {"", "[]", "{}", R"({"schema": 1})", R"({"schema": "other/1"})", engine_is_a_number}) {
    ASSERT_THAT(WriteFileAtomically(path, text), IsOk());
    EXPECT_THAT(ReadBaseline(path),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("bad.json")))
        << text;
  }
}

}  // namespace
}  // namespace coherent::bench
