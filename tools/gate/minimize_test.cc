#include "tools/gate/minimize.h"

#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

GateOptions Options(absl::string_view candidate_script) {
  GateOptions options;
  options.base = uci::ScriptedEngine("base", "");
  options.candidate = uci::ScriptedEngine("candidate", candidate_script);
  options.positions = TestdataPath("gate/256.epd");
  options.quick = true;
  options.nodes = 1000;
  options.timeout_s = 10;
  return options;
}

// From depth 4 on, and from its ninth position on, which is the second of the quick ones.
constexpr char kScript[] = "on go with 8/8/8\n change seldepth 6 -> seldepth 9\n answer\n";

TEST(MinimizeTest, FindsTheSmallestLimitsAndTellsHowToRepeatThem) {
  std::ostringstream out;
  GateOptions options = Options(kScript);
  options.base_options = {"Style=Wild"};
  const absl::Status status = Minimize(options, out);
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("differ")));
  EXPECT_THAT(
      out.str(),
      AllOf(HasSubstr("nodes: 1 is the smallest limit with a difference\n"),
            HasSubstr("depth: 4 is the smallest limit with a difference; 3 shows none"),
            HasSubstr("seldepth >6<"), HasSubstr("seldepth >9<"),
            HasSubstr("{ printf '%s\\n' uci 'setoption name Threads value 1' 'setoption name "
                      "Hash value 16' 'setoption name Style value Wild' ucinewgame"),
            HasSubstr("'go depth 4'; sleep 5; } | '" + options.candidate + "'")));
}

TEST(MinimizeTest, LooksOnlyWhereItIsTold) {
  std::ostringstream out;
  GateOptions options = Options("on go\n change seldepth 6 -> seldepth 9\n answer\n");
  options.quick = false;
  options.position = "g256.137";
  options.stages = "depth";
  EXPECT_FALSE(Minimize(options, out).ok());
  EXPECT_THAT(out.str(), AllOf(HasSubstr("g256.137 differs"), Not(HasSubstr("nodes: "))));
  options.position = "g256.999";
  EXPECT_THAT(Minimize(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--position")));
}

TEST(MinimizeTest, EqualEnginesHaveNothingToMinimize) {
  std::ostringstream out;
  EXPECT_THAT(Minimize(Options(""), out), IsOk());
  EXPECT_THAT(out.str(), HasSubstr("no difference in 32 positions"));
}

}  // namespace
}  // namespace coherent::gate
