// Whole runs with scripted engines. What only a process can show (signals, exit codes) is in
// gate_process_test.
#include "tools/gate/gate.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/run_tool.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"
#include "tools/gate/git.h"
#include "tools/gate/positions.h"
#include "tools/gate/record.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kMated[] = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

constexpr char kFourPositions[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
    "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1\n";

// A gate with two engines; the fields may be changed before Run.
struct Gate {
  Gate(absl::string_view base_script, absl::string_view candidate_script) {
    options.base = uci::ScriptedEngine("base", base_script);
    options.candidate = uci::ScriptedEngine("candidate", candidate_script);
    options.positions = TestdataPath("gate/256.epd");
    options.quick = true;
    options.nodes = 1000;
    options.depth = 3;
    options.timeout_s = 10;
  }

  // The exit code; `output` and `status` tell more.
  int Run() { return Finish(&RunGate); }
  int Record() { return Finish(&RecordEngine); }
  int Check() { return Finish(&CheckEngine); }
  int Finish(absl::Status (*command)(const GateOptions&, std::ostream&)) {
    std::ostringstream out;
    status = command(options, out);
    output = out.str();
    return ExitCodeFor(status);
  }

  void UsePositions(const std::string& text) {
    options.positions = TemporaryPath("positions.epd");
    options.quick = false;
    std::ofstream(*options.positions) << text;
  }

  GateOptions options;
  std::string output;
  absl::Status status;
};

std::string FenOf(size_t index) {
  return ReadPositions(TestdataPath("gate/256.epd"))->positions[index].fen;
}

TEST(GateTest, AnEngineIsEqualToItself) {
  Gate gate("", "");
  EXPECT_EQ(gate.Run(), 0) << gate.output << gate.status;
  EXPECT_THAT(gate.output,
              AllOf(HasSubstr("32 of 32 positions compared"), HasSubstr("12345 and 12345 nodes"),
                    HasSubstr("verdict    equal")));
}

TEST(GateTest, FindsOneChangedFieldInPosition137) {
  Gate gate(
      "", absl::StrCat("on go with ", FenOf(136), "\n change seldepth 5 -> seldepth 6\n answer\n"));
  gate.options.quick = false;
  EXPECT_EQ(gate.Run(), 1) << gate.status;
  EXPECT_THAT(gate.output,
              AllOf(HasSubstr("g256.137, nodes, first of 1: field: seldepth, info line 3"),
                    HasSubstr("g256.137, depth, first of 1: field: seldepth, info line 3"),
                    HasSubstr("info depth 3 seldepth >5<"), HasSubstr("info depth 3 seldepth >6<"),
                    HasSubstr("position fen " + FenOf(136) + "\n  go nodes 1000"),
                    HasSubstr("256 of 256 positions compared"), HasSubstr("field 2, "),
                    HasSubstr("candidate gave its own answer again in 2 of 2")));
}

TEST(GateTest, TheResultDoesNotDependOnTheNumberOfJobs) {
  const std::string script =
      absl::StrCat("on go with ", FenOf(8), "\n change cp 11 -> cp 12\n answer\n");
  std::string first;
  for (const int jobs : {1, 2, 7}) {
    Gate gate("", script);
    gate.options.jobs = jobs;
    gate.options.json = true;
    EXPECT_EQ(gate.Run(), 1);
    auto json = ParseJson("report", gate.output);
    ASSERT_THAT(json, IsOk());
    json->erase("seconds");
    (*json)["settings"].erase("jobs");
    if (first.empty()) first = json->dump();
    EXPECT_EQ(json->dump(), first);
  }
}

TEST(GateTest, TwoGatesAtOnceDoNotDisturbEachOther) {
  Gate a("", "");
  Gate b("", "");
  int code = -1;
  std::thread other([&] { code = b.Run(); });
  EXPECT_EQ(a.Run(), 0);
  other.join();
  EXPECT_EQ(code, 0);
}

TEST(GateTest, TellsGreetingAndBenchDifferences) {
  Gate gate("on uci\n change max 8 -> max 9\n answer\n", "on bench\n say 5 nodes 7 nps\n");
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("greeting: greeting (only in the base)"),
                                 HasSubstr("12345 and 5 nodes"), HasSubstr("greeting 2, "),
                                 HasSubstr("bench 1, ")));
}

TEST(GateTest, TheVersionCountsOnlyWithTheRule) {
  Gate gate("", "on uci\n change 1.0.0 -> 1.0.2\n answer\n");
  EXPECT_EQ(gate.Run(), 0);
  gate.options.version_rule = true;
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, HasSubstr("version 1, "));
}

TEST(GateTest, RefusesAnIllegalMoveThatBothPlay) {
  const char* const script =
      "on go\n say info depth 5 score cp 30 nodes 100 pv e2e4\n say bestmove a1a1\n";
  Gate gate(script, script);
  gate.options.nodes = 50000;
  gate.options.depth = 6;
  gate.UsePositions("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("base: a1a1 is not legal"), HasSubstr("protocol 4"),
                                 HasSubstr("RNBQKBNR w KQkq - 0 1")));
}

TEST(GateTest, AgreesOnTheNullMoveOfAMatedRoot) {
  Gate gate("", "on go\n change (none) -> 0000\n answer\n");
  gate.UsePositions(std::string(kMated) + "\n");
  EXPECT_EQ(gate.Run(), 0) << gate.output;
}

TEST(GateTest, NothingToCompareIsAnError) {
  const char* const script = "on go\n say bestmove {move}\n";
  Gate gate(script, script);
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, HasSubstr("no info line to compare"));
  Gate dead("at start\n exit 0\n", "at start\n exit 0\n");
  EXPECT_EQ(dead.Run(), 3);
}

TEST(GateTest, AStageWhoseLimitIsIgnoredIsNoPass) {
  const char* const script =
      "on go with nodes\n say info depth 1 score cp 1 nodes 2 pv {move}\n say bestmove {move}\n";
  Gate gate(script, script);
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(gate.output,
              AllOf(HasSubstr("nodes      NOT COMPARED: base ignores \"go nodes 1000\""),
                    HasSubstr("verdict    not compared")));
  gate.options.stages = "depth,bench";
  EXPECT_EQ(gate.Run(), 0) << gate.output;
  EXPECT_THAT(gate.output, HasSubstr("nodes      left out"));
}

TEST(GateTest, StopsASearchThatGoesOnForEver) {
  Gate gate("",
            "on go with nodes\n say info depth 9 score cp 1 nodes 90000000 pv {move}\n"
            "on stop\n say bestmove {move}\n");
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(gate.output,
              HasSubstr("candidate ignores \"go nodes 1000\": it searched far beyond"));
}

TEST(GateTest, AnEngineWithoutABenchIsNotCompared) {
  Gate gate("", "on bench\n say unknown command\n");
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(gate.output, HasSubstr("bench      NOT COMPARED: candidate: no node total"));
}

TEST(GateTest, TellsWhereACrashHappenedAndHowFarItCame) {
  Gate gate("", "on go number 20\n signal 9\n");
  gate.options.quick = false;
  gate.options.jobs = 1;
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(gate.output,
              AllOf(HasSubstr("19 of 256 positions compared"), HasSubstr("verdict    technical"),
                    HasSubstr("position g256.020, stage nodes: candidate ("),
                    HasSubstr("killed by signal 9"), HasSubstr("position fen " + FenOf(19)),
                    HasSubstr("go nodes 1000"), HasSubstr("technical 1")));
}

TEST(GateTest, SendsNewGameBeforeEverySearch) {
  Gate gate("", "on ucinewgame number 4\n exit 5\n");
  gate.UsePositions(kFourPositions);
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(std::string(gate.status.message()),
              AllOf(HasSubstr("position line 4"), HasSubstr("ucinewgame\n    isready")));
}

struct Misbehaviour {
  const char* name;
  const char* script;
  const char* told;
};

class MisbehaviourTest : public testing::TestWithParam<Misbehaviour> {};

TEST_P(MisbehaviourTest, IsATechnicalFailureOfEitherSide) {
  for (const bool is_base : {true, false}) {
    Gate gate(is_base ? GetParam().script : "", is_base ? "" : GetParam().script);
    gate.UsePositions(kFourPositions);
    gate.options.timeout_s = 0.5;
    EXPECT_EQ(gate.Run(), 3) << gate.output;
    EXPECT_THAT(std::string(gate.status.message()),
                AllOf(HasSubstr(GetParam().told), HasSubstr(is_base ? "base (" : "candidate (")));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, MisbehaviourTest,
    testing::Values(
        Misbehaviour{"ExitAtStart", "at start\n exit 1\n", "exited with code 1"},
        Misbehaviour{"HangAtUci", "on uci\n hang\n", "no uciok"},
        Misbehaviour{"ExitAtUci", "on uci\n exit 0\n", "exited with code 0"},
        Misbehaviour{"HangAtReady", "on isready number 9\n hang\n", "no readyok"},
        Misbehaviour{"CrashAtNewGame", "on ucinewgame number 3\n signal 11\n", "signal 11"},
        Misbehaviour{"CrashAtPosition", "on position number 3\n signal 6\n", "signal 6"},
        Misbehaviour{"ExitAtGo", "on go number 3\n exit 3\n", "exited with code 3"},
        Misbehaviour{"HangAtGo", "on go number 3\n hang\n", "no bestmove within 500 ms"},
        Misbehaviour{"Late", "on go number 3\n wait 1500\n answer\n", "no bestmove within 500 ms"},
        Misbehaviour{"ClosedPipe", "on go number 3\n close\n hang\n", "closed its pipe"},
        Misbehaviour{"HalfLine", "on go number 3\n half bestmove e2\n exit 0\n", "bestmove e2"},
        Misbehaviour{"Garbage", "on go number 3\n say %&$!\n answer\n", "does not parse"},
        Misbehaviour{"TwoInOne", "on go number 3\n say info depth 1 seldepth 2readyok\n answer\n",
                     "does not parse"},
        Misbehaviour{"AfterBestmove", "on go number 3\n answer\n say info depth 9 nodes 1\n",
                     "no search is running"},
        Misbehaviour{"TwoBestmoves", "on go number 3\n answer\n say bestmove e2e4\n",
                     "no search is running"},
        Misbehaviour{"Error", "on position number 3\n say info string error: bad fen\n",
                     "error: bad fen"},
        Misbehaviour{"CrashAtQuit", "on quit\n signal 11\n", "signal 11"},
        Misbehaviour{"HangAtQuit", "on quit\n hang\n", "does not end"},
        Misbehaviour{"CrashInBench", "on bench\n signal 11\n", "signal 11"},
        Misbehaviour{"ErrorInBench", "on bench\n say info string error: no net x\n answer\n",
                     "error: no net x"}),
    [](const auto& info) { return info.param.name; });

TEST(GateTest, IsNotDisturbedByAFloodOfStderrOrLineEnds) {
  Gate gate("on go\n flood 256\n answer\n", "on isready\n say readyok\\r\n");
  EXPECT_EQ(gate.Run(), 0) << gate.output;
}

TEST(GateTest, AnEngineThatDoesNotRepeatItselfIsTold) {
  // The third search of a process differs from the first of another.
  Gate gate("", "on go\n change cp 11 -> cp {number}\n answer\n");
  gate.options.candidate = uci::ScriptedEngine(
      "candidate",
      "on go number 3\n say info depth 3 score cp 99 nodes 1000 pv {move}\n say bestmove {move}\n");
  gate.options.stages = "nodes";
  gate.options.jobs = 1;
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("base gave its own answer again in 1 of 1"),
                                 HasSubstr("candidate gave its own answer again in 0 of 1"),
                                 HasSubstr("NONDETERMINISTIC"), HasSubstr("g256.017, nodes: ")));
}

TEST(GateTest, SetsHashAndThreadsAndTheUsersOptions) {
  Gate gate("", "");
  gate.options.hash_mib = 32;
  gate.options.options = {"Style=Wild"};
  EXPECT_EQ(gate.Run(), 0);
  EXPECT_THAT(gate.output, HasSubstr("options: Threads=1, Hash=32, Style=Wild"));
}

TEST(GateTest, AnOptionThatIsNotTakenIsBadInput) {
  Gate gate("", "");
  gate.options.candidate_options = {"Contempt=3"};
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("offers no option Contempt"));
  gate.options.candidate_options = {};
  gate.options.hash_mib = 4096;
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("from 1 to 1024"));
  Gate refusing("", "on setoption with Threads\n say info string error: one thread only\n");
  EXPECT_EQ(refusing.Run(), 2);
  EXPECT_THAT(std::string(refusing.status.message()), HasSubstr("one thread only"));
}

TEST(GateTest, Chess960NeedsAnEngineThatKnowsIt) {
  Gate gate("", "");
  gate.UsePositions("4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1\n");
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("UCI_Chess960"));
}

TEST(GateTest, BadInputIsToldBeforeAnythingIsSearched) {
  Gate gate("", "");
  const GateOptions good = gate.options;
  const auto code_with = [&](void (*change)(GateOptions*)) {
    gate.options = good;
    change(&gate.options);
    return gate.Run();
  };
  EXPECT_EQ(code_with([](GateOptions* o) { o->base = "/no/such/engine"; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->candidate = "/etc/passwd"; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->positions = "/no/such/file"; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->stages = "nodes,time"; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->nodes = 0; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->depth = 0; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->jobs = -1; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->timeout_s = 0; }), 2);
  EXPECT_EQ(code_with([](GateOptions* o) { o->options = {"Hash"}; }), 2);
  EXPECT_EQ(gate.output, "");
}

TEST(GateTest, AnEngineIsEqualToItsRecord) {
  Gate gate("", "");
  gate.options.out = gate.options.record = TemporaryPath("record.zst");
  gate.options.source_hash = "abc";
  ASSERT_EQ(gate.Record(), 0) << gate.output << gate.status;
  EXPECT_THAT(gate.output, HasSubstr("Scripted 1.0.0, 64 searches"));
  const std::string bytes = ReadFile(gate.options.out).value();
  ASSERT_EQ(gate.Record(), 0);
  EXPECT_EQ(ReadFile(gate.options.out).value(), bytes);
  const auto record = ReadRecord(gate.options.out);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->head.source_hash, "abc");
  EXPECT_EQ(record->head.version, "1.0.0");
  EXPECT_EQ(record->bench_nodes, u64{12345});
  gate.options.quick = false;
  EXPECT_EQ(gate.Check(), 0) << gate.output << gate.status;
  EXPECT_THAT(gate.output, AllOf(HasSubstr("record " + gate.options.record),
                                 HasSubstr("source abc"), HasSubstr("32 of 32")));
}

TEST(GateTest, FindsADifferenceFromARecord) {
  Gate gate("", "");
  gate.options.out = gate.options.record = TemporaryPath("record.zst");
  ASSERT_EQ(gate.Record(), 0);
  gate.options.candidate = uci::ScriptedEngine(
      "changed", absl::StrCat("on go with ", FenOf(8), "\n change cp 11 -> cp 12\n answer\n"));
  EXPECT_EQ(gate.Check(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("g256.009, nodes"), HasSubstr("candidate gave its own"),
                                 Not(HasSubstr("base gave its own"))));
  gate.options.stages = "bench";
  EXPECT_EQ(gate.Check(), 0) << gate.output;
}

TEST(GateTest, ARecordHasOnlyTheStagesThatWereRecorded) {
  Gate gate("", "");
  gate.options.out = gate.options.record = TemporaryPath("record.zst");
  gate.options.stages = "depth";
  ASSERT_EQ(gate.Record(), 0);
  gate.options.stages.reset();
  EXPECT_EQ(gate.Check(), 0) << gate.output;
  EXPECT_THAT(gate.output, HasSubstr("nodes      left out"));
  gate.options.stages = "nodes";
  EXPECT_EQ(gate.Check(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("has no stage nodes"));
}

TEST(GateTest, ARecordBelongsToItsPositions) {
  Gate gate("", "");
  gate.options.out = gate.options.record = TemporaryPath("record.zst");
  ASSERT_EQ(gate.Record(), 0);
  EXPECT_EQ(gate.Check(), 0);
  gate.UsePositions(kFourPositions);
  EXPECT_EQ(gate.Check(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("positions.epd: found sha256"));
}

TEST(GateTest, NoRecordIsWrittenOfAnEngineThatBreaksARule) {
  Gate gate(
      "",
      "on go number 2\n say info depth 3 score cp 1 nodes 1000 pv a1a1\n say bestmove {move}\n");
  gate.options.out = TemporaryPath("bad.zst");
  gate.options.jobs = 1;
  EXPECT_EQ(gate.Record(), 1);
  EXPECT_THAT(gate.output, HasSubstr("ply 1 of the variation, a1a1, is not legal"));
  EXPECT_FALSE(std::filesystem::exists(gate.options.out));
  Gate crashing("", "on go number 2\n exit 1\n");
  crashing.options.out = gate.options.out;
  EXPECT_EQ(crashing.Record(), 3);
  EXPECT_FALSE(std::filesystem::exists(gate.options.out));
}

TEST(GateTest, RefusesAFileThatIsNoRecord) {
  Gate gate("", "");
  gate.options.record = TestdataPath("gate/256.epd");
  EXPECT_EQ(gate.Check(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("256.epd"));
}

TEST(GateTest, WritesJunit) {
  Gate gate("", "");
  gate.options.junit = TemporaryPath("junit.xml");
  EXPECT_EQ(gate.Run(), 0);
  EXPECT_THAT(ReadFile(gate.options.junit).value(),
              AllOf(HasSubstr("<testsuite name=\"depth\" tests=\"32\" failures=\"0\""),
                    HasSubstr("name=\"g256.249\"/>")));
}

// What a predecessor and a candidate that brings the final node count do in every search.
constexpr char kWithoutCount[] =
    "on go\n say info depth 3 score cp 1 nodes 1000 pv {move}\n say bestmove {move}\n";
constexpr char kWithCount[] =
    "on uci\n change 1.0.0 -> 1.0.1\n answer\n"
    "on go\n say info depth 3 score cp 1 nodes 1000 pv {move}\n say info nodes 1000\n"
    " say bestmove {move}\n";

std::string WriteTemporary(absl::string_view name, absl::string_view text) {
  std::string path = TemporaryPath(name);
  std::ofstream(path) << text;
  return path;
}

TEST(GateTest, DeclaredDifferencesPassAndOthersDoNot) {
  Gate gate("", absl::StrCat("on go with ", FenOf(8), "\n change cp 11 -> cp 12\n answer\n"));
  gate.options.manifest = WriteTemporary("manifest",
                                         "g256.009 nodes field score cp 11 -> cp 12\n"
                                         "* depth field score\n");
  EXPECT_EQ(gate.Run(), 0) << gate.output << gate.status;
  EXPECT_THAT(gate.output, AllOf(HasSubstr("line 2, * depth field score: occurred 1 times"),
                                 HasSubstr("differences greeting 0, ")));
  WriteTemporary("manifest", "g256.009 nodes field score cp 11 -> cp 13\n* depth field score\n");
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output,
              AllOf(HasSubstr("g256.009, nodes, first of 1: field: score"),
                    HasSubstr("DOES NOT OCCUR: line 1, g256.009 nodes field score cp 11")));
}

TEST(GateTest, WhatIsDeclaredHasToOccur) {
  Gate gate("", "");
  gate.options.manifest = WriteTemporary("manifest", "* start greeting option name X\n");
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("do not differ as declared"));
  WriteTemporary("manifest", "g256.010 nodes move\n");
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("manifest:1:1: \"g256.010\""));
}

// A determination in front of its repository.
struct DeterminedGate : Gate {
  explicit DeterminedGate(absl::string_view candidate) : Gate(kWithoutCount, candidate) {
    UsePositions(kFourPositions);
    options.repository = TemporaryPath("repository");
    std::filesystem::remove_all(options.repository);
    std::filesystem::create_directory(options.repository);
    const std::string commands =
        "git init -q && git config user.name x && git config user.email x && "
        "git commit -q --allow-empty -m 1 && git commit -q --allow-empty -m 2";
    EXPECT_EQ(std::system(absl::StrCat("cd ", options.repository, " && ", commands).c_str()), 0);
    const auto hash = [&](const char* what) { return *Sha256OfGit(options.repository, what); };
    const Json json = {{"format", "coherent-gate-determination 1"},
                       {"purpose", "knoten-schlusszeile"},
                       {"candidate_commit", *ResolveCommit(options.repository, "HEAD")},
                       {"candidate_source_sha256", hash("archive --format=tar HEAD")},
                       {"predecessor_commit", *ResolveCommit(options.repository, "HEAD~")},
                       {"predecessor_binary_sha256", *Sha256HexOfFile(options.base)},
                       {"diff_sha256", hash("diff-tree -p --binary --full-index HEAD~ HEAD")}};
    options.determination = WriteTemporary("determination.json", json.dump());
    options.register_file = WriteTemporary("register.jsonl", "");
    options.manifest =
        WriteTemporary("manifest", absl::StrCat("# festsetzung ", Sha256Hex(json.dump()), "\n"));
  }
};

TEST(GateTest, ADeterminationServesOnce) {
  DeterminedGate gate(kWithCount);
  EXPECT_EQ(gate.Run(), 0) << gate.output << gate.status;
  const std::string entry = ReadFile(gate.options.register_file).value();
  EXPECT_THAT(entry, HasSubstr(*Sha256HexOfFile(gate.options.determination)));
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("has served already"));
  EXPECT_EQ(ReadFile(gate.options.register_file).value(), entry);
  // An edited register is no register.
  WriteTemporary("register.jsonl", absl::StrReplaceAll(entry, {{"1", "2"}}));
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("register.jsonl:1"));
}

TEST(GateTest, ADeterminationIsNotUsedUpByAPartialComparison) {
  DeterminedGate gate(kWithCount);
  gate.options.stages = "depth";
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_THAT(std::string(gate.status.message()), HasSubstr("has to be compared in full"));
  gate.options.stages.reset();
  gate.options.ignored_fields = {"seldepth"};
  EXPECT_EQ(gate.Run(), 2);
  EXPECT_EQ(ReadFile(gate.options.register_file).value(), "");
}

TEST(GateTest, UnderADeterminationTheCandidateAlwaysHasTheCountAndTheNextVersion) {
  DeterminedGate lacking("on uci\n change 1.0.0 -> 1.0.1\n answer\n" + std::string(kWithoutCount));
  EXPECT_EQ(lacking.Run(), 1);
  EXPECT_THAT(lacking.output, HasSubstr("count: final node count (the candidate lacks it)"));
  EXPECT_EQ(ReadFile(lacking.options.register_file).value(), "");
  DeterminedGate same_version(absl::StrReplaceAll(kWithCount, {{"1.0.1", "1.0.0"}}));
  EXPECT_EQ(same_version.Run(), 1);
  EXPECT_THAT(same_version.output, HasSubstr("version 1, "));
  DeterminedGate had_it(kWithCount);
  had_it.options.manifest.clear();
  EXPECT_EQ(had_it.Run(), 2);  // a determination without its manifest
}

TEST(GateTest, AFileThatChangesMeanwhileIsATechnicalFailure) {
  Gate gate("", "");
  gate.UsePositions(kFourPositions);
  gate.options.candidate = uci::ScriptedEngine(
      "candidate", absl::StrCat("on quit\n touch ", *gate.options.positions, "\n exit 0\n"));
  EXPECT_EQ(gate.Run(), 3);
  EXPECT_THAT(gate.output, HasSubstr("positions.epd: changed while it was in use"));
}

TEST(GateTest, RepeatingFindsAnEngineThatDiffersFromItselfThoughBothDoSo) {
  // The third search of a process depends on the two before.
  const char* const script =
      "on go number 3\n say info depth 3 score cp 99 nodes 1000 pv {move}\n say bestmove {move}\n";
  Gate gate(script, script);
  gate.UsePositions(kFourPositions);
  gate.options.jobs = 1;
  EXPECT_EQ(gate.Run(), 0) << gate.output;
  gate.options.repeat = 2;
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("base gave its own answer again in 8 of 9 searches"),
                                 HasSubstr("NONDETERMINISTIC"), HasSubstr("line 3, nodes: "),
                                 HasSubstr("verdict    nondeterministic")));
  Gate good("", "");
  good.UsePositions(kFourPositions);
  good.options.repeat = 3;
  EXPECT_EQ(good.Run(), 0) << good.output << good.status;
  EXPECT_THAT(good.output, HasSubstr("candidate gave its own answer again in 18 of 18 searches"));
}

TEST(GateTest, ANondeterministicBenchIsToldByRepeating) {
  const std::string there = TemporaryPath("ran");
  Gate gate("", "");
  gate.UsePositions(kFourPositions);
  gate.options.candidate = WriteTemporary(
      "random_bench", absl::StrCat("#!/bin/sh\n[ \"$1\" = bench ] || exec ", gate.options.candidate,
                                   "\n[ -e ", there, " ] && echo 2 nodes 2 nps && exit\n: >", there,
                                   "\necho 12345 nodes 2 nps\n"));
  std::filesystem::permissions(gate.options.candidate, std::filesystem::perms::owner_all);
  gate.options.repeat = 2;
  EXPECT_EQ(gate.Run(), 1);
  EXPECT_THAT(gate.output, AllOf(HasSubstr("bench: bench bench: \">12345<\", then \">2<\""),
                                 HasSubstr("verdict    nondeterministic")));
}

}  // namespace
}  // namespace coherent::gate
