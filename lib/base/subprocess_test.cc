#include "lib/base/subprocess.h"

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using std::chrono::milliseconds;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr milliseconds kLong(20'000);
constexpr milliseconds kShort(100);

std::unique_ptr<Subprocess> Shell(const std::string& script) {
  absl::StatusOr<std::unique_ptr<Subprocess>> child =
      Subprocess::Start({.argv = {"/bin/sh", "-c", script}});
  EXPECT_THAT(child, IsOk());
  return *std::move(child);
}

// A zombie counts as gone: its reaping is then the business of init.
bool IsGone(int pid) {
  for (int attempt = 0; attempt < 200; ++attempt) {
    std::ifstream stat(absl::StrCat("/proc/", pid, "/stat"));
    std::string number;
    std::string name;
    std::string state;
    if (!(stat >> number >> name >> state) || state == "Z") return true;
    usleep(10'000);
  }
  return false;
}

TEST(SubprocessTest, TalksInLines) {
  const auto child = Shell("while read -r line; do echo \"<$line>\"; done");
  for (const char* word : {"one", "two"}) {
    ASSERT_THAT(child->Write(absl::StrCat(word, "\n"), In(kLong)), IsOk());
    EXPECT_EQ(*child->ReadLine(In(kLong)), absl::StrCat("<", word, ">"));
  }
  child->CloseInput();
  EXPECT_TRUE(child->Wait(In(kLong))->ok());
}

TEST(SubprocessTest, AnEnvironmentThatIsGivenIsTheWholeEnvironment) {
  const auto child =
      Subprocess::Start({.argv = {"/usr/bin/env"}, .environment = {{"A=1", "B=", "A_C=x y"}}});
  ASSERT_THAT(child, IsOk());
  for (const char* line : {"A=1", "B=", "A_C=x y"}) EXPECT_EQ(*(*child)->ReadLine(In(kLong)), line);
  EXPECT_TRUE(absl::IsOutOfRange((*child)->ReadLine(In(kLong)).status()));
}

TEST(SubprocessTest, FixedAddressesAreTheSameEachTime) {
  const auto stack = [](bool fixed) {
    const auto child = Subprocess::Start(
        {.argv = {"/bin/sh", "-c", "grep stack /proc/self/maps"}, .fixed_addresses = fixed});
    EXPECT_THAT(child, IsOk());
    return *(*child)->ReadLine(In(kLong));
  };
  EXPECT_EQ(stack(true), stack(true));
  EXPECT_NE(stack(false), stack(false));
}

TEST(SubprocessTest, BothLineEndsAreRemovedAndEmptyLinesKept) {
  const auto child = Shell("printf 'a\\r\\n\\nb\\rc\\n'");
  EXPECT_EQ(*child->ReadLine(In(kLong)), "a");
  EXPECT_EQ(*child->ReadLine(In(kLong)), "");
  EXPECT_EQ(*child->ReadLine(In(kLong)), "b\rc");
  EXPECT_THAT(child->ReadLine(In(kLong)),
              StatusIs(absl::StatusCode::kOutOfRange, EndsWith("its output has ended")));
}

TEST(SubprocessTest, HalfALineIsWaitedForAndKeptOverADeadline) {
  const auto child = Shell("printf 'best'; read -r go; printf 'move e2e4\\n'");
  EXPECT_THAT(child->ReadLine(In(kShort)),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("too late")));
  ASSERT_THAT(child->Write("go\n", In(kLong)), IsOk());
  EXPECT_EQ(*child->ReadLine(In(kLong)), "bestmove e2e4");
}

TEST(SubprocessTest, ALineCutOffByTheEndIsNoLine) {
  const auto child = Shell("printf 'bestmove e2'");
  EXPECT_THAT(child->ReadLine(In(kLong)), StatusIs(absl::StatusCode::kOutOfRange,
                                                   HasSubstr("within the line \"bestmove e2\"")));
}

TEST(SubprocessTest, AnEndlessLineIsAnError) {
  const auto child = Shell("head -c 2000000 /dev/zero; sleep 100");
  EXPECT_THAT(child->ReadLine(In(kLong)), StatusIs(absl::StatusCode::kInternal,
                                                   HasSubstr("a line of more than 1048576 bytes")));
}

TEST(SubprocessTest, ExitCodesAndSignalsAreNamed) {
  EXPECT_EQ(Shell("exit 3")->Wait(In(kLong))->ToString(), "exited with code 3");
  EXPECT_EQ(Shell("kill -SEGV $$")->Wait(In(kLong))->ToString(),
            "was killed by signal 11 (Segmentation fault)");
  EXPECT_TRUE(Shell("true")->Wait(In(kLong))->ok());
}

TEST(SubprocessTest, AChildThatHangsMissesTheDeadlineAndCanBeKilled) {
  const auto child = Shell("trap '' TERM INT; while :; do sleep 100; done");
  EXPECT_THAT(child->Wait(In(kShort)),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("")));
  child->Kill();
  EXPECT_EQ(child->Wait(In(kShort))->signal, SIGKILL);
  EXPECT_EQ(kill(child->pid(), 0), -1) << "reaped";
}

TEST(SubprocessTest, ClosingStdoutWhileAliveIsTheEndOfOutputOnly) {
  const auto child = Shell("exec >&-; read -r line; exit 5");
  EXPECT_THAT(child->ReadLine(In(kLong)), StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("")));
  EXPECT_THAT(child->Wait(In(kShort)),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("")));
  ASSERT_THAT(child->Write("\n", In(kLong)), IsOk());
  EXPECT_EQ(child->Wait(In(kLong))->code, 5);
}

TEST(SubprocessTest, AFloodOnStderrNeverStopsTheChildAndItsTailIsKept) {
  const auto child = Shell("head -c 5000000 /dev/zero >&2; echo end >&2; echo done");
  EXPECT_EQ(*child->ReadLine(In(kLong)), "done");
  ASSERT_THAT(child->Wait(In(kLong)), IsOk());
  EXPECT_EQ(child->stderr_tail().size(), 4096U);
  EXPECT_THAT(child->stderr_tail(), EndsWith("end\n"));
}

TEST(SubprocessTest, ALastWordOnStderrIsNeverLost) {
  for (int i = 0; i < 30; ++i) {
    const auto child = Shell("echo assertion failed >&2; kill -ABRT $$");
    EXPECT_EQ(child->Wait(In(kLong))->signal, SIGABRT);
    EXPECT_EQ(child->stderr_tail(), "assertion failed\n");
  }
}

TEST(SubprocessTest, OutputPrintedBeforeTheEndCanStillBeRead) {
  const auto child = Shell("seq 1 100000");
  ASSERT_THAT(child->Wait(In(kLong)), IsOk());
  for (int i = 1; i <= 100'000; ++i) ASSERT_EQ(*child->ReadLine(In(kShort)), absl::StrCat(i));
  EXPECT_THAT(child->ReadLine(In(kShort)), StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("")));
}

TEST(SubprocessTest, WritingAndReadingMuchDoesNotDeadlock) {
  const auto child = Shell("cat");
  const std::string line(1000, 'x');
  std::string text;
  for (int i = 0; i < 3000; ++i) text += line + "\n";
  ASSERT_THAT(child->Write(text, In(kLong)), IsOk());
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(*child->ReadLine(In(kLong)), line);
}

TEST(SubprocessTest, WritingToAChildThatDoesNotReadMissesTheDeadline) {
  const auto child = Shell("sleep 100");
  EXPECT_THAT(child->Write(std::string(1'000'000, '\n'), In(kShort)),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("")));
}

TEST(SubprocessTest, WritingToAChildThatNoLongerListensIsAnErrorAndNoSignal) {
  const auto child = Shell("exec <&-; echo closed; exec sleep 100");
  EXPECT_EQ(*child->ReadLine(In(kLong)), "closed");
  EXPECT_THAT(child->Write("isready\n", In(kLong)),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("closed its input")));
  child->Kill();
  EXPECT_THAT(child->Write("isready\n", In(kLong)),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("input is closed")));
}

TEST(SubprocessTest, GrandchildrenDieWithTheChild) {
  const auto killed = Shell("sleep 1000 & echo $!; wait");
  const int first = std::atoi(killed->ReadLine(In(kLong))->c_str());
  killed->Kill();
  EXPECT_TRUE(IsGone(first));
  // Also when the child ends by itself.
  const auto ended = Shell("sleep 1000 >&- 2>&- & echo $!");
  const int second = std::atoi(ended->ReadLine(In(kLong))->c_str());
  EXPECT_TRUE(ended->Wait(In(kLong))->ok());
  EXPECT_TRUE(IsGone(second));
}

TEST(SubprocessTest, AChildOutlivesTheThreadThatStartedIt) {
  std::unique_ptr<Subprocess> child;
  std::thread([&] { child = Shell("read -r line; echo alive"); }).join();
  usleep(50'000);
  ASSERT_THAT(child->Write("\n", In(kLong)), IsOk());
  EXPECT_EQ(*child->ReadLine(In(kLong)), "alive");
}

TEST(SubprocessTest, RunsOnItsCpuWithItsEnvironment) {
  const int cpu = AllowedCpus()->back();
  const auto child = Subprocess::Start(
      {.argv = {"sh", "-c", "grep Cpus_allowed_list /proc/self/status; echo $COLOUR; echo $HOME"},
       .cpu = cpu,
       .environment_overrides = {"COLOUR=red", "HOME=/elsewhere"}});
  ASSERT_THAT(child, IsOk());
  EXPECT_EQ(*(*child)->ReadLine(In(kLong)), absl::StrCat("Cpus_allowed_list:\t", cpu));
  EXPECT_EQ(*(*child)->ReadLine(In(kLong)), "red");
  EXPECT_EQ(*(*child)->ReadLine(In(kLong)), "/elsewhere");
}

TEST(SubprocessTest, TellsWhatTheChildUsed) {
  const auto child = Shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo; read -r line");
  ASSERT_THAT(child->ReadLine(In(kLong)), IsOk());
  EXPECT_GT(*child->CpuTime(), milliseconds(5));
  child->CloseInput();
  const ExitStatus status = *child->Wait(In(kLong));
  EXPECT_GT(status.cpu_time, milliseconds(5));
  EXPECT_GT(status.peak_memory_kib, 100);
}

TEST(SubprocessTest, ProgramsThatCannotBeStartedAreNamed) {
  EXPECT_THAT(Subprocess::Start({.argv = {"/nonexistent/engine"}}),
              StatusIs(absl::StatusCode::kNotFound, "/nonexistent/engine: no such file"));
  EXPECT_THAT(Subprocess::Start({.argv = {"no-such-engine"}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no-such-engine: no such program")));
  EXPECT_THAT(Subprocess::Start({.argv = {"/etc/passwd"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not an executable file")));
  EXPECT_FALSE(Subprocess::Start({.argv = {"/bin/true"}, .cpu = 1000}).ok());
}

TEST(SubprocessDeathTest, ChildrenDieWithTheToolHoweverItDies) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const std::string note = TemporaryPath("child_pid");
  EXPECT_EXIT(
      {
        const auto child = Shell("exec sleep 1000");
        if (!WriteFileAtomically(note, absl::StrCat(child->pid())).ok()) std::abort();
        raise(SIGKILL);
      },
      ::testing::KilledBySignal(SIGKILL), "");
  EXPECT_TRUE(IsGone(std::atoi(ReadFile(note)->c_str())));
}

}  // namespace
}  // namespace coherent
