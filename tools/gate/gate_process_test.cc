// coherent-gate as a process: its exit codes, and that it leaves nothing behind whatever ends it.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::unique_ptr<Subprocess> StartGate(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), TestdataPath("../tools/gate/coherent-gate"));
  auto gate = Subprocess::Start({.argv = arguments});
  EXPECT_THAT(gate, IsOk());
  return *std::move(gate);
}

struct Ended {
  ExitStatus status;
  std::string output;
  std::string errors;
};

Ended WaitFor(Subprocess& gate) {
  Ended ended;
  const Deadline deadline = In(std::chrono::seconds(50));
  absl::StatusOr<std::string> line;
  while ((line = gate.ReadLine(deadline)).ok()) absl::StrAppend(&ended.output, *line, "\n");
  const auto status = gate.Wait(deadline);
  EXPECT_THAT(status, IsOk());
  if (status.ok()) ended.status = *status;
  ended.errors = gate.stderr_tail();
  return ended;
}

Ended RunGateProcess(const std::vector<std::string>& arguments) {
  return WaitFor(*StartGate(arguments));
}

// Processes, zombies too, of programs whose name contains `name`.
std::vector<int> PidsOf(absl::string_view name) {
  std::vector<int> pids;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "comm");
    std::string comm;
    if (std::getline(file, comm) && absl::StrContains(comm, name)) {
      pids.push_back(std::stoi(entry.path().filename()));
    }
  }
  return pids;
}

bool HoldsSoon(const std::function<bool()>& condition) {
  const Deadline deadline = In(std::chrono::seconds(20));
  while (Clock::now() < deadline) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return condition();
}

// A name short enough for /proc, and of this test process alone.
std::string UniqueName(absl::string_view name) { return absl::StrCat(name, getpid()); }

std::string GateFile() { return TestdataPath("gate/256.epd"); }

TEST(GateProcessTest, EndsWithZeroOrOneByTheVerdict) {
  const std::string same = uci::ScriptedEngine("same", "");
  const std::string other = uci::ScriptedEngine("other", "on bench\n say 5 nodes 5 nps\n");
  const std::vector<std::string> flags = {"--quick", "--positions", GateFile(), "--depth", "2"};
  std::vector<std::string> arguments = {"run", same, same};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  Ended ended = RunGateProcess(arguments);
  EXPECT_EQ(ended.status.code, 0) << ended.output << ended.errors;
  EXPECT_THAT(ended.errors, IsEmpty());
  arguments[2] = other;
  ended = RunGateProcess(arguments);
  EXPECT_EQ(ended.status.code, 1);
  EXPECT_THAT(ended.errors, HasSubstr("the engines differ"));
}

TEST(GateProcessTest, RecordsAndChecks) {
  const std::string engine = uci::ScriptedEngine("recorded", "");
  const std::string record = TemporaryPath("process.zst");
  Ended ended = RunGateProcess({"record", engine, "--out", record, "--quick", "--positions",
                                GateFile(), "--source-hash", "abc", "--nodes", "1000"});
  EXPECT_EQ(ended.status.code, 0) << ended.errors;
  ended = RunGateProcess({"check", engine, "--record", record, "--json"});
  EXPECT_EQ(ended.status.code, 0) << ended.errors;
  const auto json = ParseJson("report", ended.output);
  ASSERT_THAT(json, IsOk());
  EXPECT_EQ((*json)["base"]["source_hash"], "abc");
  EXPECT_EQ((*json)["settings"]["nodes"], 1000);
}

TEST(GateProcessTest, EndsWithTwoForBadUsageAndBadInput) {
  const std::string engine = uci::ScriptedEngine("engine", "");
  EXPECT_EQ(RunGateProcess({}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"run", engine}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"run", engine, engine, "--nodes", "many"}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"run", engine, engine, "--no-such-flag"}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"run", engine, engine, "--positions", "/no/file"}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"check", engine}).status.code, 2);
  EXPECT_EQ(RunGateProcess({"--help"}).status.code, 0);
}

TEST(GateProcessTest, EndsWithThreeForATechnicalFailureAndStopsTheOtherEngine) {
  const std::string base = uci::ScriptedEngine(UniqueName("b"), "on go\n hang\n");
  const std::string candidate = uci::ScriptedEngine(UniqueName("c"), "on go\n exit 3\n");
  const Ended ended = RunGateProcess(
      {"run", base, candidate, "--positions", GateFile(), "--quick", "--timeout", "1"});
  EXPECT_EQ(ended.status.code, 3);
  EXPECT_THAT(PidsOf(UniqueName("b")), IsEmpty());
  EXPECT_THAT(PidsOf(UniqueName("c")), IsEmpty());
}

class SignalTest : public testing::TestWithParam<int> {};

TEST_P(SignalTest, LeavesNoProcessAndNoFile) {
  const std::string name = UniqueName("s");
  const std::string engine = uci::ScriptedEngine(name, "on go number 5\n hang\n");
  const std::string directory = TemporaryPath(absl::StrCat("out", GetParam()));
  std::filesystem::create_directory(directory);
  const auto gate = StartGate({"run", engine, engine, "--positions", GateFile(), "--jobs", "2",
                               "--junit", absl::StrCat(directory, "/junit.xml")});
  ASSERT_TRUE(HoldsSoon([&] { return PidsOf(name).size() == 4; }));
  ASSERT_EQ(kill(gate->pid(), GetParam()), 0);
  const Ended ended = WaitFor(*gate);
  const bool is_caught = GetParam() != SIGKILL;
  EXPECT_EQ(ended.status.code, is_caught ? 128 + GetParam() : 0);
  EXPECT_TRUE(HoldsSoon([&] { return PidsOf(name).empty(); }));
  EXPECT_TRUE(std::filesystem::is_empty(directory));
}

INSTANTIATE_TEST_SUITE_P(All, SignalTest, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGKILL));

TEST(GateProcessTest, SaysHowFarItCameWhenAnEngineIsKilled) {
  const std::string name = UniqueName("k");
  const std::string base = uci::ScriptedEngine("base", "");
  const std::string there = TemporaryPath("there");
  const std::string candidate =
      uci::ScriptedEngine(name, absl::StrCat("on go number 200\n touch ", there, "\n hang\n"));
  const auto gate = StartGate({"run", base, candidate, "--positions", GateFile(), "--jobs", "1"});
  ASSERT_TRUE(HoldsSoon([&] { return std::filesystem::exists(there); }));
  ASSERT_THAT(PidsOf(name), SizeIs(1));
  ASSERT_EQ(kill(PidsOf(name)[0], SIGKILL), 0);
  const Ended ended = WaitFor(*gate);
  EXPECT_EQ(ended.status.code, 3);
  EXPECT_THAT(ended.output, HasSubstr("199 of 256 positions compared"));
  EXPECT_THAT(ended.output, HasSubstr("g256.200"));
  EXPECT_THAT(ended.output, HasSubstr("signal 9"));
}

TEST(GateProcessTest, TwoGatesAtOnceGiveTheirOwnVerdicts) {
  const std::string same = uci::ScriptedEngine("same", "");
  const std::string other =
      uci::ScriptedEngine("other", "on go\n change cp 11 -> cp 12\n answer\n");
  const std::vector<std::string> flags = {"--quick", "--positions", GateFile(), "--nodes", "1000"};
  std::vector<std::unique_ptr<Subprocess>> gates;
  for (const std::string& candidate : {same, other, same}) {
    std::vector<std::string> arguments = {"run", same, candidate};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    gates.push_back(StartGate(arguments));
  }
  EXPECT_EQ(WaitFor(*gates[0]).status.code, 0);
  EXPECT_EQ(WaitFor(*gates[1]).status.code, 1);
  EXPECT_EQ(WaitFor(*gates[2]).status.code, 0);
}

// The peak memory of a gate in MiB when each of so many searches has some 20 KiB of lines.
i64 PeakMib(int positions) {
  std::string script = "on go\n";
  for (int i = 1; i <= 200; ++i) {
    absl::StrAppend(
        &script, " say info depth ", i,
        " score cp 5 nodes 1000 string a line as long as they are with most engines, or "
        "even longer\n");
  }
  const std::string engine =
      uci::ScriptedEngine("chatty", absl::StrCat(script, " say bestmove {move}\n"));
  const std::string file = TemporaryPath("many.epd");
  std::ofstream out(file);
  for (int i = 0; i < positions; ++i) out << "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
  out.close();
  const Ended ended = RunGateProcess({"run", engine, engine, "--positions", file, "--nodes", "1000",
                                      "--jobs", "1", "--stages", "nodes"});
  EXPECT_EQ(ended.status.code, 0) << ended.output << ended.errors;
  return ended.status.peak_memory_kib / 1024;
}

TEST(GateProcessTest, MemoryDoesNotGrowWithTheNumberOfPositions) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer keeps what is freed";
#endif
  const i64 few = PeakMib(50);
  EXPECT_LE(PeakMib(400), few + 16);
}

}  // namespace
}  // namespace coherent::gate
