#include "tools/gate/engine_run.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/position.h"
#include "lib/uci/reply.h"
#include "lib/uci/scripted_link.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

uci::Greeting Offering(const std::vector<std::string>& names) {
  uci::Greeting greeting;
  for (const std::string& name : names) {
    uci::OptionOffer offer;
    offer.name = name;
    greeting.options.push_back(offer);
  }
  return greeting;
}

PositionSet StartPositions(int count) {
  PositionSet set;
  for (int i = 0; i < count; ++i) {
    set.positions.push_back({absl::StrCat("p", i),
                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                             chess::Position()});
  }
  return set;
}

TEST(OptionsForTest, SetsHashAndThreadsOnlyWhereTheyAreOffered) {
  const EngineSpec spec;
  EXPECT_THAT(OptionsFor(Offering({"Hash", "Threads"}), spec, Settings(), false).value(),
              ElementsAre(EngineOption{"Threads", "1"}, EngineOption{"Hash", "16"}));
  EXPECT_THAT(OptionsFor(Offering({"Hash"}), spec, Settings(), false).value(),
              ElementsAre(EngineOption{"Hash", "16"}));
}

TEST(OptionsForTest, TheUsersValueGoesBeforeOurs) {
  EngineSpec spec;
  spec.options = {{"hash", "64"}};
  EXPECT_THAT(OptionsFor(Offering({"Hash"}), spec, Settings(), false).value(),
              ElementsAre(EngineOption{"hash", "64"}));
}

TEST(OptionsForTest, WhatIsNeededHasToBeOffered) {
  EngineSpec spec{"base", "/bin/engine", {{"Contempt", "1"}}};
  EXPECT_THAT(OptionsFor(Offering({"Hash"}), spec, Settings(), false),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("base (/bin/engine)"), HasSubstr("Contempt"))));
  spec.options.clear();
  EXPECT_THAT(OptionsFor(Offering({"UCI_Chess960"}), spec, Settings(), true).value(),
              ElementsAre(EngineOption{"UCI_Chess960", "true"}));
  EXPECT_FALSE(OptionsFor(Offering({"Hash"}), spec, Settings(), true).ok());
}

TEST(EngineRunTest, GivesAllAnswersInTheOrderOfStagesAndPositions) {
  const EngineSpec spec{"base", uci::ScriptedEngine("order", "")};
  Settings settings;
  settings.depth = 2;
  const PositionSet positions = StartPositions(5);
  StageSwitches switches;
  EngineRun run(spec, settings, positions, switches, 3);
  const auto start = run.WaitForStart();
  ASSERT_THAT(start, IsOk());
  EXPECT_EQ(start->greeting.name, "Scripted 1.0.0");
  for (const size_t lines : {6, 6, 6, 6, 6, 2, 2, 2, 2, 2}) {
    const auto answer = run.Next();
    ASSERT_THAT(answer, IsOk());
    ASSERT_TRUE(answer->has_value());
    EXPECT_EQ((*answer)->lines.size(), lines);
  }
  EXPECT_THAT(run.Finish(), IsOk());
  EXPECT_GT(run.search_time().count(), 0);
}

TEST(EngineRunTest, LeavesOutWhatIsGivenUp) {
  const EngineSpec spec{"base", uci::ScriptedEngine("given_up", "")};
  const PositionSet positions = StartPositions(1);
  StageSwitches switches;
  switches.GiveUp(Stage::kNodes);
  EngineRun run(spec, Settings(), positions, switches, 1);
  ASSERT_THAT(run.WaitForStart(), IsOk());
  EXPECT_FALSE(run.Next()->has_value());
  EXPECT_TRUE(run.Next()->has_value());
  EXPECT_THAT(run.Finish(), IsOk());
}

TEST(EngineRunTest, MayBeGivenUpAtAnyTime) {
  const EngineSpec spec{"base", uci::ScriptedEngine("left", "on go\n hang\n")};
  const PositionSet positions = StartPositions(9);
  StageSwitches switches;
  EngineRun run(spec, Settings(), positions, switches, 4);
  ASSERT_THAT(run.WaitForStart(), IsOk());
}

}  // namespace
}  // namespace coherent::gate
