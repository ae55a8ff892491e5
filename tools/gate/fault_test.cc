// Whatever an engine does wrong, at any step, on either side: a technical failure that names it,
// and nothing is left behind. What is only unusual does no harm. Which faults are tried is drawn;
// FAULT_RUNS in the environment says how many.
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/run_tool.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"
#include "tools/gate/gate.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;

constexpr int kTechnicalExit = 3;
// So many seconds a hang is waited for. On a busy machine the other engine may be late too, and be
// blamed for it.
constexpr double kShort = 1;

struct Fault {
  const char* name;
  const char* steps;  // TEXT is what the engine owes at this step
  bool is_harmless = false;
  double timeout_s = 30;
};

constexpr Fault kFaults[] = {
    {"exit", " exit 3\n"},
    {"crash", " signal 11\n"},
    {"killed", " signal 9\n"},
    {"hang", " hang\n", false, kShort},
    {"closed pipe", " close\n hang\n", false, kShort},
    {"half a line", " half TEX\n exit 1\n"},
    {"half a line, then nothing", " half TEX\n hang\n", false, kShort},
    {"garbage, then death", " say \\t%&$! TEXT\n exit 1\n"},
    {"flood of stderr", " flood 300\n answer\n", true},
    {"late", " wait 30\n answer\n", true},
};

// A fault of the search alone.
constexpr Fault kSearchFaults[] = {
    {"garbage", " say %&$!\n answer\n"},
    {"late bestmove", " wait 60000\n answer\n", false, kShort},
    {"second bestmove", " answer\n say bestmove {move}\n"},
    {"line after the end", " answer\n say info depth 1 nodes 5\n"},
    {"flood of lines", " forever info depth 1 nodes 5 score cp 1\n", false, kShort},
    {"two lines in one", " say info depth 1 nodes 5bestmove e2e4\n answer\n"},
    {"carriage returns", " change score -> \r\tscore\n answer\n", true},
};

struct Step {
  const char* command;
  const char* text;
  int count;  // how often it happens at least
};
constexpr Step kSteps[] = {
    {"start", "", 1},      {"uci", "uciok", 1},         {"isready", "readyok", 12},
    {"ucinewgame", "", 8}, {"position", "", 8},         {"go", "bestmove", 8},
    {"quit", "", 1},       {"bench", "12345 nodes", 1},
};

int RunsWanted() {
  const char* const text = std::getenv("FAULT_RUNS");
  int runs = 0;
  return text != nullptr && absl::SimpleAtoi(text, &runs) ? runs : 24;
}

std::string Script(const Step& step, const Fault& fault, Random& random) {
  const std::string when =
      std::string(step.command) == "start"
          ? "at start"
          : absl::StrCat("on ", step.command, " number ", 1 + random.Below(step.count));
  const std::string half = std::string(step.text).substr(0, 5);
  return absl::StrCat(when, "\n",
                      absl::StrReplaceAll(fault.steps, {{"TEXT", step.text}, {"TEX", half}}));
}

// Whether a process that this one started is still there, as a zombie too.
bool HasChildren() { return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

void TryFault(int run, Random& random) {
  const bool of_search = random.Below(3) == 0;
  const Step& step = of_search ? kSteps[5] : kSteps[random.Below(std::size(kSteps))];
  const Fault& fault = of_search ? kSearchFaults[random.Below(std::size(kSearchFaults))]
                                 : kFaults[random.Below(std::size(kFaults))];
  const bool is_base = random.Below(2) == 0;
  const std::string script = Script(step, fault, random);
  SCOPED_TRACE(absl::StrCat("run ", run, ", ", is_base ? "base" : "candidate", ", ", fault.name,
                            ":\n", script));
  GateOptions options;
  options.base = uci::ScriptedEngine("base", is_base ? script : "");
  options.candidate = uci::ScriptedEngine("candidate", is_base ? "" : script);
  options.positions = TemporaryPath("four.epd");
  std::ofstream(*options.positions) << "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
                                       "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1\n"
                                       "4k3/4p3/8/8/8/8/3PP3/4K3 b - - 0 1\n"
                                       "4k3/4p3/8/8/8/8/2PPP3/4K3 b - - 0 1\n";
  options.nodes = 1000;
  options.depth = 3;
  options.jobs = 1;
  options.timeout_s = fault.timeout_s;
  std::ostringstream out;
  const absl::Status status = RunGate(options, out);
  // Told to quit, an engine may end with any code.
  const bool ends_when_told =
      std::string(step.command) == "quit" && absl::StrContains(fault.steps, " exit ");
  const bool is_harmless = fault.is_harmless || ends_when_told;
  EXPECT_EQ(ExitCodeFor(status), is_harmless ? 0 : kTechnicalExit) << status << out.str();
  const bool is_waited_for = fault.timeout_s == kShort;
  if (!is_harmless && !is_waited_for && std::string(step.command) != "bench") {
    EXPECT_THAT(std::string(status.message()), HasSubstr(is_base ? "base (" : "candidate ("));
  }
  EXPECT_FALSE(HasChildren());
}

TEST(FaultTest, EveryFaultEndsAsItShouldAndLeavesNothingBehind) {
  Random random(1);
  for (int run = 1; run <= RunsWanted() && !testing::Test::HasFailure(); ++run) {
    TryFault(run, random);
  }
}

}  // namespace
}  // namespace coherent::gate
