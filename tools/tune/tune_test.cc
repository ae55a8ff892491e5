#include "tools/tune/tune.h"

#include <unistd.h>

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"
#include "lib/search/params.h"

namespace coherent {
namespace {

using testing::HasSubstr;

TuneOptions Small(absl::string_view name) {
  TuneOptions options;
  options.run = TemporaryPath(name);
  unlink(options.run.c_str());
  options.pairs = 40;  // more than a batch
  options.nodes = 30;
  options.threads = 1;
  return options;
}

std::string RunTuning(const TuneOptions& options) {
  std::ostringstream out;
  EXPECT_THAT(Tune(options, out), IsOk());
  return *ReadFile(options.run);
}

Json Values(const std::string& run) { return (*ParseJson("run", run))["values"]; }

TEST(TuneTest, TunesAllButTheClockUnlessToldOtherwise) {
  TuneOptions options = Small("all.json");
  options.pairs = 1;
  const Json all = Values(RunTuning(options));
  EXPECT_TRUE(all.contains("rfp_margin_cp"));
  EXPECT_FALSE(all.contains("clock_moves"));
  options = Small("some.json");
  options.pairs = 1;
  options.only = {"lmr_", "rfp_max"};
  options.except = {"lmr_noisy"};
  const Json some = Values(RunTuning(options));
  EXPECT_TRUE(some.contains("lmr_cut_node"));
  EXPECT_TRUE(some.contains("rfp_max_depth"));
  EXPECT_FALSE(some.contains("rfp_margin_cp"));
  EXPECT_FALSE(some.contains("lmr_noisy_base"));
}

TEST(TuneTest, MovesValuesTheSameWayOnAnyNumberOfThreads) {
  TuneOptions options = Small("one.json");
  const std::string one = RunTuning(options);
  options = Small("three.json");
  options.threads = 3;
  EXPECT_EQ(RunTuning(options), one);
  EXPECT_EQ((*ParseJson("run", one))["pairs_played"], 40);
  EXPECT_NE(Values(one)["lmr_cut_node"], search::FixedParams::params.lmr_cut_node);
}

TEST(TuneTest, GoesOnWhereItStopped) {
  const std::string whole = RunTuning(Small("whole.json"));
  TuneOptions options = Small("parts.json");
  options.stop_after = 1;
  const std::string begun = RunTuning(options);
  EXPECT_EQ((*ParseJson("run", begun))["pairs_played"], 32);
  EXPECT_EQ(RunTuning(options), whole);
  EXPECT_EQ(RunTuning(options), whole) << "a run at its end plays no more";
}

TEST(TuneTest, RefusesToGoOnWithOtherOptions) {
  TuneOptions options = Small("kept.json");
  options.pairs = 1;
  RunTuning(options);
  std::ostringstream out;
  options.nodes = 31;
  EXPECT_THAT(Tune(options, out), StatusIs(absl::StatusCode::kInvalidArgument,
                                           HasSubstr("settings: nodes: found 30, expected 31")));
  options.nodes = 30;
  options.only = {"lmr_"};
  EXPECT_THAT(Tune(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("other parameters")));
  options.only = {"no_such"};
  EXPECT_THAT(Tune(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found no parameter")));
}

TEST(TuneTest, NamesWhatIsWrongWithAFile) {
  std::ostringstream out;
  const std::string path = TemporaryPath("bad.json");
  for (const auto& [text, fragment] :
       {std::pair{"{", "bad.json:1:"}, std::pair{"[]", "schema"},
        std::pair{R"({"schema": "coherent-tune/1"})", "expected a run's file"},
        std::pair{R"({"schema": "coherent-tune/1", "settings": {"pairs": 1}, "pairs_played": 1,
                      "values": {"no_such": 1}})",
                  "no_such"},
        std::pair{R"({"schema": "coherent-tune/1", "settings": {"pairs": 1}, "pairs_played": 1,
                      "values": {"lmr_history_div": 0}})",
                  "lmr_history_div"},
        std::pair{R"({"schema": "coherent-tune/1", "settings": 1, "pairs_played": 1,
                      "values": {}})",
                  "expected a run's file"},
        std::pair{R"({"schema": "coherent-tune/1", "settings": {}, "pairs_played": 1,
                      "values": {}})",
                  "expected a run's file"}}) {
    ASSERT_THAT(WriteFileAtomically(path, text), IsOk());
    EXPECT_THAT(ShowTuning({.run = path}, out),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(fragment)));
  }
}

TEST(TuneTest, ShowsValuesBesideDefaults) {
  TuneOptions options = Small("shown.json");
  options.only = {"rfp_margin"};
  RunTuning(options);
  std::ostringstream text, json;
  EXPECT_THAT(ShowTuning({.run = options.run}, text), IsOk());
  EXPECT_THAT(text.str(), HasSubstr("40 of 40 pairs\nrfp_margin_cp "));
  EXPECT_THAT(ShowTuning({.run = options.run, .json = true}, json), IsOk());
  EXPECT_EQ((*ParseJson("out", json.str()))["values"]["rfp_margin_cp"]["default"],
            search::FixedParams::params.rfp_margin_cp);
}

TEST(TuneTest, FindsNothingBetweenEqualSettings) {
  TuneOptions options = Small("equal.json");
  options.only = {"rfp_margin"};
  options.rate = 1e-9;
  RunTuning(options);
  std::ostringstream out;
  EXPECT_THAT(PlayTuningMatch({.run = options.run, .pairs = 20, .nodes = 30, .threads = 2}, out),
              IsOk());
  EXPECT_THAT(out.str(), HasSubstr("half points 0 to 4: 0 0 20 0 0\n"));
  EXPECT_THAT(out.str(), HasSubstr("Elo +0.0"));
}

}  // namespace
}  // namespace coherent
