// The program itself: exit codes, and what is left when it is killed.
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Program() {
  const std::filesystem::path path = TestdataPath("../tools/tempo/coherent-tempo");
  return path.lexically_normal();  // There is no testdata here to go up from.
}

std::string PlanFile() { return TemporaryPath("plan"); }
std::string LogFile() { return TemporaryPath("plan.log"); }

std::vector<std::string> Command(std::vector<std::string> words) {
  words.insert(words.begin(), Program());
  return words;
}

// Runs to the end and returns the exit code.
int ExitCode(const std::vector<std::string>& words, std::string* errors = nullptr) {
  const auto child = Subprocess::Start({.argv = Command(words)});
  EXPECT_THAT(child, IsOk());
  const absl::StatusOr<ExitStatus> exit = (*child)->Wait(In(seconds(120)));
  EXPECT_THAT(exit, IsOk());
  if (errors != nullptr) *errors = (*child)->stderr_tail();
  return exit.ok() ? exit->code : -1;
}

std::string Engine(const std::string& name, int ms) {
  const std::string engine =
      uci::ScriptedEngine(name + ".scripted", absl::StrCat("on go\n wait ", ms, "\n answer\n"));
  std::string path = TemporaryPath(name);
  EXPECT_THAT(WriteFileAtomically(path, absl::StrCat("#!/bin/sh\nexec ", engine, "\n")), IsOk());
  std::filesystem::permissions(path, std::filesystem::perms(0755));
  return path;
}

// Writes a plan for engines that think so many milliseconds.
void WritePlan(int bundle_ms, int without_ms) {
  std::filesystem::remove(PlanFile());
  std::filesystem::remove(LogFile());
  const std::string positions = TemporaryPath("one.epd");
  ASSERT_THAT(WriteFileAtomically(positions, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"), IsOk());
  const std::string bundle = Engine("bundle", bundle_ms);
  ASSERT_EQ(ExitCode({"plan", PlanFile(), "--base", bundle, "--bundle", bundle, "--without",
                      "a=" + Engine("without", without_ms), "--lane",
                      absl::StrCat(AllowedCpus()->back()), "--depth", "2", "--warm-up", "0",
                      "--positions", positions, "--phases", "1", "--no-control"}),
            0);
}

TEST(TempoProcessTest, AKillAtAnyMomentLosesThePhaseUnderWayAtMost) {
  WritePlan(20, 20);
  std::string before;
  for (int kill = 0; kill < 5; ++kill) {
    const auto child = Subprocess::Start({.argv = Command({"run", PlanFile()})});
    ASSERT_THAT(child, IsOk());
    const auto size = [] {
      return std::filesystem::exists(LogFile()) ? std::filesystem::file_size(LogFile()) : 0;
    };
    const Deadline deadline = In(seconds(60));
    while (size() == before.size() && Clock::now() < deadline) usleep(1000);
    usleep(7'000 * kill);
    (*child)->Kill();
    const std::string after = *ReadFile(LogFile());
    EXPECT_THAT(after, StartsWith(before));
    before = after.substr(0, after.rfind('\n') + 1);
  }
  EXPECT_EQ(ExitCode({"run", PlanFile()}), 0);
  EXPECT_THAT(*ReadFile(LogFile()), StartsWith(before));
  EXPECT_EQ(ExitCode({"report", PlanFile()}), 0);
  EXPECT_EQ(ExitCode({"run", PlanFile()}), 0);  // Nothing is left to do.
}

TEST(TempoProcessTest, ExitCodesTellYesNoBadInputAndFailureApart) {
  WritePlan(1, 1);
  std::string errors;
  EXPECT_EQ(ExitCode({"verdict", PlanFile()}, &errors), 2);
  ASSERT_EQ(ExitCode({"run", PlanFile()}), 0);
  const std::string good = *ReadFile(LogFile());
  ASSERT_THAT(WriteFileAtomically(LogFile(), absl::StrReplaceAll(good, {{"nodes", "NODES"}})),
              IsOk());
  EXPECT_EQ(ExitCode({"verdict", PlanFile()}, &errors), 2);
  EXPECT_THAT(errors, HasSubstr("record 1 was edited"));
  ASSERT_THAT(WriteFileAtomically(LogFile(), good), IsOk());
  ASSERT_THAT(WriteFileAtomically(TemporaryPath("without"), "#!/bin/sh\n"), IsOk());
  EXPECT_EQ(ExitCode({"run", PlanFile()}, &errors), 3);
  EXPECT_THAT(errors, HasSubstr("changed since it was planned"));
  EXPECT_EQ(ExitCode({"--help"}), 0);
  EXPECT_EQ(ExitCode({"dance"}), 2);
}

}  // namespace
}  // namespace coherent
