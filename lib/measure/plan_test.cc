#include "lib/measure/plan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"

namespace coherent::measure {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Plan GoodPlan() {
  Plan plan;
  plan.account = "speed";
  plan.determination = "7f3a";
  plan.base = {"old", "aa", 100};
  plan.bundle = {"new", "bb", 120};
  plan.components = {{"prefetch", {"new-prefetch", "cc", 119}, {{"binary_size", 1.5}}},
                     {"huge-pages", {"new-huge", "dd", 118}, {}}};
  for (int run = 1; run <= kRuns; ++run) plan.runs.push_back(absl::StrCat("run", run));
  plan.lanes = {{"cpu2", {2}}, {"cpu3", {3}}};
  plan.orders = BalancedOrders(plan.Arms(), 2, 1);
  plan.kit.limit = "nodes 20000";
  plan.kit.options = {"Style=Solid"};
  plan.kit.environment = {"LC_ALL=C"};
  return plan;
}

void ExpectRefused(const Plan& plan, const std::string& why) {
  EXPECT_THAT(CheckPlan(plan), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(why)));
}

TEST(PlanTest, IsReadAsItWasWrittenAndNamedByItsHash) {
  const std::string text = PlanText(GoodPlan());
  const absl::StatusOr<HashedPlan> read = ParsePlan("plan", text);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(PlanText(read->plan), text);
  EXPECT_EQ(read->sha256, Sha256Hex(text));
  EXPECT_EQ(read->plan.FileOf("huge-pages").path, "new-huge");
  EXPECT_EQ(read->plan.FileOf("control").path, "new");
  EXPECT_EQ(read->plan.FileOf("base").path, "old");
}

TEST(PlanTest, WhatTheToolWouldNotWriteIsNamedByLine) {
  const std::string text = PlanText(GoodPlan());
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"attempt\": 1", "\"attempt\": \"1\""},
           {"\"attempt\": 1", "\"attempts\": 1"},
           {"\"phases\": 12,", "\"phases\": 12, \"more\": 1,"},
           {"\"phases\": 12", "\"phases\": 12.5"},
           {"copy, padding", "none, padding"},
           {"plan/1", "plan/2"}}) {
    const std::string changed = absl::StrReplaceAll(text, {{from, to}});
    ASSERT_NE(changed, text) << from;
    EXPECT_THAT(ParsePlan("plan", changed),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("plan:"), HasSubstr("expected"))))
        << to;
  }
  EXPECT_FALSE(ParsePlan("plan", "[]").ok());
  EXPECT_FALSE(ParsePlan("plan", "").ok());
}

TEST(PlanTest, FourOrdersAndTheirReversesAreBalanced) {
  for (u64 seed = 0; seed < 50; ++seed) {
    Plan plan = GoodPlan();
    plan.orders = BalancedOrders(plan.Arms(), 2, seed);
    EXPECT_THAT(CheckPlan(plan), IsOk());
  }
}

TEST(PlanTest, OrdersThatAreNotBalancedAreRefused) {
  Plan plan = GoodPlan();
  std::vector<std::string>& order = plan.orders[3][1];
  std::swap(*std::find(order.begin(), order.end(), "bundle"),
            *std::find(order.begin(), order.end(), "prefetch"));
  ExpectRefused(plan, "not balanced: on lane cpu3 the bundle runs after");
  plan.orders[3][1].pop_back();
  ExpectRefused(plan, "does not have every arm once");
  plan.orders.pop_back();
  ExpectRefused(plan, "one order for each run");
}

TEST(PlanTest, RunsComponentsAndLanesMustBeWhatTheyAreCalled) {
  Plan runs = GoodPlan();
  runs.runs[1] = runs.runs[0];
  ExpectRefused(runs, "8 runs");
  runs.runs.clear();
  ExpectRefused(runs, "8 runs");
  for (const char* name : {"bundle", "control", "base", "", "A b", "huge-pages"}) {
    Plan plan = GoodPlan();
    plan.components[0].name = name;
    EXPECT_FALSE(CheckPlan(plan).ok()) << name;
  }
  Plan none = GoodPlan();
  none.components.clear();
  ExpectRefused(none, "no component");
  Plan lanes = GoodPlan();
  lanes.lanes[1].cpus = {2};
  ExpectRefused(lanes, "overlap");
  lanes.lanes[1].cpus = {};
  ExpectRefused(lanes, "has no CPU");
  Plan losses = GoodPlan();
  losses.components[0].losses[0].quantity = "beauty";
  ExpectRefused(losses, "no such quantity");
  Plan phases = GoodPlan();
  phases.phases = 0;
  ExpectRefused(phases, "no phase");
  Plan estimator = GoodPlan();
  estimator.estimator = "best";
  ExpectRefused(estimator, "no estimator");
  Plan turns = GoodPlan();
  turns.turns = "moves";
  ExpectRefused(turns, "no turns \"moves\"");
}

TEST(PlanTest, AFileThatChangedIsNamedWithBothHashes) {
  const std::string path = TemporaryPath("engine");
  ASSERT_THAT(WriteFileAtomically(path, "one"), IsOk());
  const absl::StatusOr<PlannedFile> file = PlanFile(path);
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->bytes, 3);
  EXPECT_EQ(*ReadPlanned(*file), "one");
  ASSERT_THAT(WriteFileAtomically(path, "two"), IsOk());
  EXPECT_THAT(ReadPlanned(*file), StatusIs(absl::StatusCode::kAborted,
                                           AllOf(HasSubstr(path), HasSubstr(Sha256Hex("one")),
                                                 HasSubstr(Sha256Hex("two")))));
}

}  // namespace
}  // namespace coherent::measure
