#include "lib/base/run_tool.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using ::testing::ExitedWithCode;

constexpr size_t kTargetBytes = size_t{4} << 20;

// Runs a tool in this process: to be called in a child only.
int RunInChild(std::vector<std::string> arguments, const std::function<absl::Status()>& run) {
  CLI::App app{"Does something.", "tool"};
  int number = 0;
  app.add_option("--number", number);
  arguments.insert(arguments.begin(), "tool");
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return RunTool(app, static_cast<int>(argv.size()) - 1, argv.data(), run);
}

absl::Status Ok() { return absl::OkStatus(); }

class RunToolDeathTest : public ::testing::Test {
 protected:
  RunToolDeathTest() { ::testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST(RunToolTest, ExitCodesSayWhatHappened) {
  EXPECT_EQ(ExitCodeFor(absl::OkStatus()), 0);
  EXPECT_EQ(ExitCodeFor(absl::FailedPreconditionError("")), 1);
  EXPECT_EQ(ExitCodeFor(absl::InvalidArgumentError("")), 2);
  EXPECT_EQ(ExitCodeFor(absl::NotFoundError("")), 2);
  EXPECT_EQ(ExitCodeFor(absl::DataLossError("")), 2);
  EXPECT_EQ(ExitCodeFor(absl::InternalError("")), 3);
  EXPECT_EQ(ExitCodeFor(absl::UnavailableError("")), 3);
  EXPECT_EQ(ExitCodeFor(absl::DeadlineExceededError("")), 3);
  EXPECT_EQ(ExitCodeFor(absl::AbortedError("")), 3);
}

TEST_F(RunToolDeathTest, ErrorsAreReportedWithTheToolsName) {
  EXPECT_EXIT(_exit(RunInChild({}, [] { return absl::FailedPreconditionError("they differ"); })),
              ExitedWithCode(1), "^tool: they differ\n$");
}

TEST_F(RunToolDeathTest, HelpIsNoErrorAndBadUsageIsTwo) {
  EXPECT_EXIT(_exit(RunInChild({"--help"}, Ok)), ExitedWithCode(0), "");
  EXPECT_EXIT(_exit(RunInChild({"--nonsense"}, Ok)), ExitedWithCode(2), "--nonsense");
  EXPECT_EXIT(_exit(RunInChild({"--number", "x"}, Ok)), ExitedWithCode(2), "--number");
}

TEST_F(RunToolDeathTest, AnExceptionIsATechnicalFailure) {
  EXPECT_EXIT(
      _exit(RunInChild({}, []() -> absl::Status { throw std::runtime_error("out of paper"); })),
      ExitedWithCode(3), "tool: out of paper");
}

TEST_F(RunToolDeathTest, ASignalDoesItsActionFirst) {
  EXPECT_EXIT(_exit(RunInChild({},
                               [] {
                                 SetSignalAction([] { std::cerr << "kept\n"; });
                                 kill(getpid(), SIGINT);
                                 while (true) pause();
                                 return absl::OkStatus();
                               })),
              ExitedWithCode(130), "^kept\n$");
}

TEST_F(RunToolDeathTest, AResultThatCannotBeWrittenIsATechnicalFailure) {
  EXPECT_EXIT(
      {
        if (std::freopen("/dev/full", "w", stdout) == nullptr) _exit(99);
        _exit(RunInChild({}, [] {
          std::cout << "result\n";
          return absl::OkStatus();
        }));
      },
      ExitedWithCode(3), "cannot write the result");
}

TEST_F(RunToolDeathTest, AReaderThatLeftGetsNoMessage) {
  EXPECT_EXIT(
      {
        int ends[2];
        if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(99);
        close(ends[0]);
        close(ends[1]);
        _exit(RunInChild({}, [] {
          std::cout << "result\n";
          return absl::OkStatus();
        }));
      },
      ExitedWithCode(3), "^$");
}

// A run that leaves its child's process id in `note`, writes `target` over and over, and gets the
// signal in the midst of it.
void RunUntilSignal(int number, const std::string& note, const std::string& target) {
  RunInChild({}, [&]() -> absl::Status {
    const auto child = Subprocess::Start({.argv = {"sleep", "1000"}});
    if (!WriteFileAtomically(note, absl::StrCat((*child)->pid())).ok()) _exit(99);
    std::thread([target] {
      const std::string bytes(kTargetBytes, 'x');
      while (WriteFileAtomically(target, bytes).ok()) {
      }
    }).detach();
    while (!std::filesystem::exists(target)) usleep(1000);
    usleep(10'000);
    kill(getpid(), number);
    static_cast<void>((*child)->Wait(In(std::chrono::seconds(60))));
    return absl::OkStatus();
  });
  _exit(98);
}

TEST_F(RunToolDeathTest, ASignalEndsChildrenAndRemovesUnfinishedFiles) {
  const std::string note = TemporaryPath("note");
  const std::string directory = TemporaryPath("unfinished");
  std::filesystem::create_directory(directory);
  const std::string target = directory + "/f";
  for (const int number : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(RunUntilSignal(number, note, target), ExitedWithCode(128 + number), "^$");
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      EXPECT_EQ(entry.path().filename(), "f") << "only the finished file";
      EXPECT_EQ(entry.file_size(), kTargetBytes);
    }
    const int pid = std::stoi(*ReadFile(note));
    EXPECT_EQ(kill(pid, 0), -1) << "dead and reaped";
  }
}

}  // namespace
}  // namespace coherent
