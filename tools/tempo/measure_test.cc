#include "tools/tempo/measure.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/measure/lane.h"
#include "lib/measure/plan.h"
#include "lib/measure/records.h"
#include "lib/uci/scripted_link.h"
#include "tools/tempo/options.h"
#include "tools/tempo/phase.h"
#include "tools/tempo/plan_command.h"
#include "tools/tempo/tempo.h"

namespace coherent::tempo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// An engine in a file of its own that can be copied: its script stays where it is.
std::string Engine(const std::string& name, const std::string& script) {
  const std::string engine = uci::ScriptedEngine(name + ".scripted", script);
  std::string path = TemporaryPath(name);
  EXPECT_THAT(WriteFileAtomically(path, absl::StrCat("#!/bin/sh\nexec ", engine, "\n")), IsOk());
  std::filesystem::permissions(path, std::filesystem::perms(0755));
  return path;
}

// The same as an object that has to be linked.
std::string Object(const std::string& name, const std::string& script) {
  const std::string source = TemporaryPath(name + ".cc");
  EXPECT_THAT(WriteFileAtomically(
                  source, absl::StrCat("#include <unistd.h>\nint main() { execl(\"",
                                       Engine(name, script), "\", \"engine\", nullptr); }\n")),
              IsOk());
  std::string object = TemporaryPath(name + ".o");
  const auto compiler =
      Subprocess::Start({.argv = {"g++", "-ffunction-sections", "-c", source, "-o", object}});
  EXPECT_THAT(compiler, IsOk());
  EXPECT_TRUE((*compiler)->Wait(In(std::chrono::seconds(60)))->ok());
  return object;
}

// An engine in a file of its own that writes its name into `log` for every search.
std::string LoggingEngine(const std::string& name, const std::string& log) {
  std::string path = TemporaryPath(name + ".logging");
  EXPECT_THAT(
      WriteFileAtomically(
          path, absl::StrCat("#!/bin/sh\nwhile read -r line; do\n case $line in go*) echo ", name,
                             " >>", log, ";; esac\n echo \"$line\"\n [ \"$line\" = quit ] && ",
                             "break\ndone | ", Engine(name, "on go\n answer\n"), "\n")),
      IsOk());
  std::filesystem::permissions(path, std::filesystem::perms(0755));
  return path;
}

// Thinks for so many milliseconds a move.
std::string Thinking(int ms) { return absl::StrCat("on go\n wait ", ms, "\n answer\n"); }

class MeasureTest : public ::testing::Test {
 protected:
  MeasureTest() {
    // Measuring has moved this process away from the lanes.
    static const std::vector<int> cpus = *AllowedCpus();
    EXPECT_THAT(measure::PinProcess(getpid(), cpus), IsOk());
    options_.positions = TemporaryPath("two.epd");
    EXPECT_THAT(WriteFileAtomically(options_.positions,
                                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                                    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"),
                IsOk());
    options_.plan = TemporaryPath("plan");
    options_.base = Engine("base", Thinking(4));
    options_.bundle = Engine("bundle", Thinking(1));
    options_.without = {"slow=" + Engine("slow", Thinking(100)),
                        "fast=" + Engine("fast", Thinking(0))};
    options_.losses = {"slow:binary_size=50", "fast:binary_size=50", "slow:start_up=1000",
                       "fast:start_up=1000",  "slow:peak_memory=90", "fast:peak_memory=90"};
    options_.lanes = {absl::StrCat(AllowedCpus()->back())};
    options_.depth = 2;
    options_.warm_up = 1;
    options_.phases = 1;
    for (const char* ending : {"", ".log", ".whole.log"}) {
      std::filesystem::remove(options_.plan + ending);
    }
  }

  absl::Status Plan() {
    std::ostringstream out;
    return WritePlan(options_, out);
  }
  absl::Status Run() {
    std::ostringstream out;
    return RunPlan({options_.plan}, out);
  }
  absl::Status Verdict(std::string* text) {
    std::ostringstream out;
    absl::Status status = GiveVerdict(Asked(), out);
    *text = out.str();
    return status;
  }
  ReportOptions Asked() const {
    ReportOptions options;
    options.plan = options_.plan;
    return options;
  }

  PlanOptions options_;
};

TEST_F(MeasureTest, EnginesOfKnownRatesAreToldApart) {
  ASSERT_THAT(Plan(), IsOk());
  ASSERT_THAT(Run(), IsOk());
  ReportOptions asked = Asked();
  asked.json = true;
  asked.html = TemporaryPath("page.html");
  std::ostringstream out;
  ASSERT_THAT(WriteReport(asked, out), IsOk());
  const Json report = *ParseJson("report", out.str());
  EXPECT_EQ(report["series"][0]["arm"], "slow");
  EXPECT_GE(report["series"][0]["above_zero"], 7);
  EXPECT_GT(report["series"][0]["median"], 100);
  EXPECT_EQ(report["components"]["slow"], true);
  EXPECT_EQ(report["series"][1]["arm"], "fast");
  EXPECT_EQ(report["components"]["fast"], false);
  EXPECT_THAT(*ReadFile(asked.html), HasSubstr("<svg"));
  std::string text;
  EXPECT_THAT(Verdict(&text),
              StatusIs(absl::StatusCode::kFailedPrecondition, "the bundle does not pass"));
  EXPECT_THAT(text, HasSubstr("fast: does not pass"));
  EXPECT_FALSE(std::filesystem::exists(options_.plan + ".log.copies.0"));
}

// Who searches, a letter a search, in a plan of two arms; the first position is the warm-up too.
std::string Searches(PlanOptions options) {
  const std::string log = TemporaryPath("searches");
  std::filesystem::remove(log);
  options.base = options.bundle = LoggingEngine("bundle", log);
  options.without = {"a=" + LoggingEngine("a", log)};
  options.losses.clear();
  options.no_control = true;
  std::ostringstream out;
  EXPECT_THAT(WritePlan(options, out), IsOk());
  EXPECT_THAT(RunPlan({options.plan}, out), IsOk());
  std::string letters;
  for (const absl::string_view line : absl::StrSplit(*ReadFile(log), '\n', absl::SkipEmpty())) {
    letters += line[0];
  }
  return letters;
}

TEST_F(MeasureTest, ProgramsTakeTurnsWithEveryPosition) {
  EXPECT_THAT(Searches(options_), MatchesRegex("(ababab|bababa){8}"));
}

TEST_F(MeasureTest, OrEachDoesAllInARow) {
  options_.turns = measure::kTurnsOfPrograms;
  EXPECT_THAT(Searches(options_), MatchesRegex("(aaabbb|bbbaaa){8}"));
}

TEST_F(MeasureTest, AnUndeclaredLossBlocksABundleWhoseComponentsPass) {
  options_.bundle = Engine("a-program-with-more-bytes", Thinking(1));
  options_.without.pop_back();
  options_.losses = {"slow:start_up=10000", "slow:peak_memory=10000"};
  ASSERT_THAT(Plan(), IsOk());
  ASSERT_THAT(Run(), IsOk());
  std::string text;
  EXPECT_THAT(Verdict(&text), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("not")));
  EXPECT_THAT(text, AllOf(HasSubstr("slow: passes"), HasSubstr("binary_size: +"),
                          HasSubstr("not declared")));
}

TEST_F(MeasureTest, TheWholeBundleIsMeasuredAgainstTheBase) {
  ASSERT_THAT(Plan(), IsOk());
  std::ostringstream out;
  EXPECT_THAT(MeasureWhole(Asked(), out), IsOk());
  EXPECT_THAT(out.str(), AllOf(HasSubstr("wanted +1.489 (1.50 %)"), HasSubstr("is reached")));
}

TEST_F(MeasureTest, ObjectsAreLinkedAnewForEachPhase) {
  options_.base = options_.bundle = Object("linked", Thinking(0));
  options_.without = {"a=" + Object("other", Thinking(1))};
  options_.losses.clear();
  ASSERT_THAT(Plan(), IsOk());
  ASSERT_THAT(Run(), IsOk());
  const measure::HashedPlan plan = *measure::ReadPlan(options_.plan);
  const auto history =
      ReadHistory(plan.plan, *measure::ReadRecords(options_.plan + ".log", plan.sha256));
  ASSERT_THAT(history, IsOk());
  std::set<std::string> programs;
  for (const PhaseRecord& phase : history->phases) {
    const LaneRecord& lane = phase.lanes[0];
    EXPECT_EQ(lane.ArmOf("bundle").program_sha256, lane.ArmOf("control").program_sha256);
    EXPECT_GT(lane.ArmOf("a").program_bytes, lane.draw.link_bytes);
    programs.insert(lane.ArmOf("bundle").program_sha256);
  }
  // With little to arrange, two phases may come out the same.
  EXPECT_GT(2 * programs.size(), history->phases.size());
  std::ostringstream out;
  EXPECT_THAT(WriteReport(Asked(), out), IsOk());
  EXPECT_THAT(out.str(), HasSubstr("arms: the order of functions and data"));
}

TEST_F(MeasureTest, LanesMayRunSideBySide) {
  const std::vector<int> allowed = *AllowedCpus();
  if (allowed.size() < 2) GTEST_SKIP() << "one CPU";
  options_.lanes = {absl::StrCat(allowed[0]), absl::StrCat(allowed[1])};
  options_.side_by_side = true;
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), IsOk());
}

TEST_F(MeasureTest, NothingIsSaidBeforeTheLastRun) {
  ASSERT_THAT(Plan(), IsOk());
  ASSERT_THAT(WriteFileAtomically(options_.plan + ".log", ""), IsOk());
  std::string text;
  EXPECT_THAT(Verdict(&text), StatusIs(absl::StatusCode::kInvalidArgument,
                                       HasSubstr("nothing is computed before the last run")));
  EXPECT_EQ(text, "");
  std::ostringstream out;
  EXPECT_THAT(ShowPlan(Asked(), out), IsOk());
  EXPECT_THAT(out.str(), HasSubstr("0 of 8 phases recorded"));
}

TEST_F(MeasureTest, AnotherTreeIsATechnicalStop) {
  options_.bundle = Engine("bundle",
                           "on go number 9\n say info nodes 21\n say bestmove {move}\n"
                           "on go with 4P3\n say info nodes 21\n say bestmove {move}\n");
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted, HasSubstr("technical stop: wrong tree")));
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted, HasSubstr("ended by a technical stop")));
  std::string text;
  EXPECT_THAT(Verdict(&text),
              StatusIs(absl::StatusCode::kAborted,
                       AllOf(HasSubstr("there is no result: wrong tree"), HasSubstr("attempt 2"))));
  EXPECT_EQ(text, "");
}

TEST_F(MeasureTest, ACrashIsATechnicalStopThatNamesArmAndLane) {
  options_.without[1] = "fast=" + Engine("fast", "on go number 2\n exit 3\n");
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted,
                              AllOf(HasSubstr("technical stop: fast ("), HasSubstr(", lane cpu"),
                                    HasSubstr("exited with code 3"), HasSubstr("go depth 2"))));
}

TEST_F(MeasureTest, AHangIsATechnicalStop) {
  options_.timeout_s = 0.5;
  options_.without[1] = "fast=" + Engine("fast", "on go number 2\n hang\n");
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted, HasSubstr("no bestmove within 500 ms")));
}

TEST_F(MeasureTest, AFileThatChangedIsRefused) {
  ASSERT_THAT(Plan(), IsOk());
  Engine("base", Thinking(0));
  ASSERT_THAT(WriteFileAtomically(options_.base, "#!/bin/sh\n"), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted, HasSubstr("base: changed since")));
}

TEST_F(MeasureTest, AFileThatChangesInARunIsATechnicalStop) {
  ASSERT_THAT(WriteFileAtomically(TemporaryPath("net"), "weights"), IsOk());
  options_.files = {TemporaryPath("net")};
  options_.bundle =
      Engine("bundle", absl::StrCat("at start\n touch ", TemporaryPath("net"), "\n", Thinking(0)));
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kAborted, HasSubstr("technical stop: ")));
}

TEST_F(MeasureTest, ALaneThatIsNotThereIsRefused) {
  options_.lanes = {"1000"};
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("CPU 1000 may not be")));
}

TEST_F(MeasureTest, APlanIsNotReplacedAndBadOnesAreNotWritten) {
  ASSERT_THAT(Plan(), IsOk());
  EXPECT_THAT(Plan(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a plan already")));
  std::filesystem::remove(options_.plan);
  const PlanOptions good = options_;
  const auto expect_refused = [&](const std::string& why) {
    EXPECT_THAT(Plan(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(why)));
    EXPECT_FALSE(std::filesystem::exists(options_.plan));
    options_ = good;
  };
  options_.losses = {"slow:beauty=1"};
  expect_refused("no such quantity");
  options_.losses = {"other:start_up=1"};
  expect_refused("no such component");
  options_.without.push_back(options_.without[0]);
  expect_refused("twice");
  options_.without = {options_.base};
  expect_refused("expected NAME=PROGRAM");
  options_.phases = 0;
  expect_refused("no phase");
  options_.threads = 2;
  expect_refused("fewer CPUs");
  options_.base = Object("linked", Thinking(0));
  expect_refused("some programs are objects");
  options_.base = Object("linked", Thinking(0));
  options_.link = "g++ -no-such-flag";
  expect_refused("linked.o: g++");
}

}  // namespace
}  // namespace coherent::tempo
