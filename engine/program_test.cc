// The program as GUIs and shells meet it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/uci/script.h"

namespace coherent {
namespace {

using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::MatchesRegex;

std::string Program() { return TestdataPath("../engine/coherent"); }

class ProcessPeer : public uci::Peer {
 public:
  ProcessPeer() : process_(Subprocess::Start({.argv = {Program()}}).value()) {}

  absl::Status Send(absl::string_view line) override {
    return process_->Write(absl::StrCat(line, "\n"), In(milliseconds(10'000)));
  }
  absl::StatusOr<std::string> ReadLine(Deadline deadline) override {
    return process_->ReadLine(deadline);
  }
  void CloseInput() override { process_->CloseInput(); }
  absl::Status WaitForEnd(Deadline deadline) override {
    ASSIGN_OR_RETURN(const ExitStatus status, process_->Wait(deadline));
    return status.ok() ? absl::OkStatus() : absl::InternalError(status.ToString());
  }

 private:
  std::unique_ptr<Subprocess> process_;
};

absl::Status Play(const std::string& name) {
  ASSIGN_OR_RETURN(const std::string script, ReadFile(TestdataPath(name)));
  ProcessPeer peer;
  return uci::RunScript(name, script, peer);
}

// Paths below testdata/.
std::vector<std::string> Scripts(const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(TestdataPath(folder))) {
      names.push_back(absl::StrCat(folder, "/", entry.path().filename().string()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Output {
  std::vector<std::string> lines;
  int exit_code = 0;
};

// What the program prints with these arguments, until it ends.
Output OutputOf(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), Program());
  const auto process = Subprocess::Start({.argv = std::move(arguments)}).value();
  const Deadline deadline = In(milliseconds(60'000));
  Output output;
  for (auto line = process->ReadLine(deadline); line.ok(); line = process->ReadLine(deadline)) {
    output.lines.push_back(*line);
  }
  output.exit_code = process->Wait(deadline).value().code;
  return output;
}

class ProgramScriptTest : public testing::TestWithParam<std::string> {};

// On a busy machine a good answer may come late, so lateness gets further chances; nothing else
// does.
TEST_P(ProgramScriptTest, GoesAsWritten) {
  absl::Status status = Play(GetParam());
  for (int chance = 0; chance < 5 && absl::IsDeadlineExceeded(status); ++chance) {
    status = Play(GetParam());
  }
  EXPECT_THAT(status, IsOk());
}

INSTANTIATE_TEST_SUITE_P(Scripts, ProgramScriptTest,
                         testing::ValuesIn(Scripts({"uci/cases", "uci/search"})),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char letter) { return !absl::ascii_isalnum(letter); }, '_');
                           return name;
                         });

// Several at a time: they mostly wait for clocks.
TEST(ProgramTest, AnswersEveryGoThatClientsWereSeenToSend) {
  const std::vector<std::string> names = Scripts({"uci/recorded", "uci/reported"});
  std::atomic<size_t> next = 0;
  std::vector<std::thread> players(8);
  for (std::thread& player : players) {
    player = std::thread([&] {
      for (size_t mine = next++; mine < names.size(); mine = next++) {
        EXPECT_THAT(Play(names[mine]), IsOk());
      }
    });
  }
  for (std::thread& player : players) player.join();
}

TEST(ProgramTest, CarriesOutTheCommandsOfItsCommandLineOneByOne) {
  EXPECT_THAT(OutputOf({"bench", "depth", "1"}).lines.back(),
              MatchesRegex("[1-9][0-9]* nodes [0-9]+ nps"));
  const Output output = OutputOf({"go perft 1", "position", "startpos", "moves", "e2e4", "go",
                                  "depth", "1", "quit", "isready"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.lines, Contains("Nodes searched: 20"));
  EXPECT_THAT(output.lines.back(), MatchesRegex("bestmove [a-h][7-8].*"));
}

TEST(ProgramTest, HelpShowsTheCommandsAndAnExample) {
  const Output output = OutputOf({"--help"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.lines.front(), MatchesRegex("Coherent [0-9.]+, a chess engine.*"));
  EXPECT_THAT(output.lines.back(), testing::StartsWith("Example: coherent "));
  EXPECT_EQ(OutputOf({"help"}).lines, output.lines);
}

TEST(ProgramTest, ARefusedCommandOnTheCommandLineShowsInTheExitCode) {
  const Output output = OutputOf({"nonsense"});
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_THAT(output.lines, ElementsAre("info string error: unknown command \"nonsense\""));
}

TEST(ProgramTest, MakesOpeningsTheWayOpenBenchAsks) {
  const Output output = OutputOf({"genfens 3 seed 7 book None", "quit"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.lines, testing::SizeIs(3));
  EXPECT_THAT(output.lines,
              testing::Each(MatchesRegex(
                  "info string genfens [1-8/A-Za-z]+ [wb] [KQkq-]+ [a-h36-]+ [0-9]+ [0-9]+")));
  EXPECT_EQ(OutputOf({"genfens 3 seed 7 book /nowhere.epd", "quit"}).exit_code, 2);
}

TEST(ProgramTest, BenchGivesTheSameNumberTwiceInOneProcessAndAlone) {
  const auto total = [](const std::string& line) { return line.substr(0, line.find(" nodes ")); };
  std::vector<std::string> totals;
  for (const std::string& line : OutputOf({"bench depth 4", "go depth 6", "bench depth 4"}).lines) {
    if (testing::Matches(MatchesRegex("[0-9]+ nodes [0-9]+ nps"))(line)) {
      totals.push_back(total(line));
    }
  }
  ASSERT_EQ(totals.size(), 2u);
  EXPECT_EQ(totals[0], totals[1]);
  EXPECT_EQ(totals[0], total(OutputOf({"bench depth 4"}).lines.back()));
}

TEST(ProgramTest, SurvivesALineOfAMegabyte) {
  ProcessPeer peer;
  EXPECT_THAT(
      uci::RunScript(
          "script",
          absl::StrCat("> ", std::string(size_t{1} << 20, 'x'), "\n> isready\n< readyok\n"), peer),
      IsOk());
}

TEST(ProgramTest, ListsAsManyLinesAsThereAreMoves) {
  int lines = 0;
  std::vector<std::string> firsts;
  for (const std::string& line :
       OutputOf({"setoption name MultiPV value 50", "position fen 4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1",
                 "go depth 6"})
           .lines) {
    const size_t pv = line.find(" pv ");
    if (line.rfind("info depth 6 ", 0) != 0 || pv == std::string::npos) continue;
    ++lines;
    EXPECT_NE(line.find(absl::StrCat(" multipv ", lines, " ")), std::string::npos) << line;
    firsts.push_back(line.substr(pv + 4, 4));
  }
  std::sort(firsts.begin(), firsts.end());
  EXPECT_THAT(firsts, ElementsAre("e8d8", "e8f7", "e8f8"));
}

}  // namespace
}  // namespace coherent
