#include "lib/measure/arrange.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"

namespace coherent::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsSubsetOf;

TEST(ArrangeTest, ADrawIsRepeatableAndDiffersByPlanRunPhaseAndLane) {
  EXPECT_EQ(DrawFor("plan", "run", 1, "lane").key, DrawFor("plan", "run", 1, "lane").key);
  std::set<std::string> keys;
  for (const char* plan : {"p", "q"}) {
    for (const char* run : {"r1", "r2", "r11"}) {
      for (const int phase : {1, 11, 12}) {
        for (const char* lane : {"a", "b"}) keys.insert(DrawFor(plan, run, phase, lane).key);
      }
    }
  }
  EXPECT_EQ(keys.size(), 36U);
}

TEST(ArrangeTest, DrawsSpreadOverAllThatTheyChoose) {
  std::set<int> link;
  std::set<int> variable;
  std::set<int> name;
  int fixed = 0;
  for (int phase = 0; phase < 200; ++phase) {
    const Draw draw = DrawFor("plan", "run", phase, "lane");
    link.insert(draw.link_bytes);
    variable.insert(draw.variable_bytes);
    name.insert(draw.name_bytes);
    fixed += draw.fixed_addresses ? 1 : 0;
  }
  EXPECT_GT(link.size(), 100U);
  EXPECT_GT(variable.size(), 100U);
  EXPECT_GT(name.size(), 80U);
  EXPECT_GT(fixed, 60);
  EXPECT_LT(fixed, 140);
}

TEST(ArrangeTest, TheEnvironmentIsTheFixedOneAndPadding) {
  EXPECT_THAT(EnvironmentOf({.variable_bytes = 3}, {"A=1"}),
              ElementsAre("A=1", "TEMPO_PADDING=xxx"));
}

TEST(ArrangeTest, CopiesAreNewProgramsWithPathsOfOneLength) {
  const std::string directory = TemporaryPath("copies");
  std::filesystem::create_directory(directory);
  const Draw draw{.name_bytes = 7};
  const absl::StatusOr<std::string> first = WriteCopy(draw, 0, directory, "#!/bin/sh\n");
  const absl::StatusOr<std::string> second = WriteCopy(draw, 11, directory, "#!/bin/sh\n");
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(second, IsOk());
  EXPECT_NE(*first, *second);
  EXPECT_EQ(first->size(), second->size());
  EXPECT_EQ(*ReadFile(*first), "#!/bin/sh\n");
  EXPECT_EQ(std::filesystem::status(*first).permissions(), std::filesystem::perms(0755));
}

TEST(ArrangeTest, CommonSymbolsAreInTheSameOrderInBothArms) {
  std::vector<std::string> one;
  std::vector<std::string> other = {"only_here", "only_here.cold"};
  for (int i = 0; i < 300; ++i) {
    one.push_back(absl::StrCat("_Z", i));
    if (i % 10 != 0) other.insert(other.begin(), absl::StrCat("_Z", i));  // Another order.
  }
  const Draw draw = DrawFor("plan", "run", 1, "lane");
  const std::vector<std::string> ordered = KeyedOrder(draw, one);
  std::vector<std::string> common;
  for (const std::string& symbol : KeyedOrder(draw, other)) {
    if (symbol[0] == '_') common.push_back(symbol);
  }
  EXPECT_THAT(common, IsSubsetOf(ordered));
  auto at = ordered.begin();
  for (const std::string& symbol : common) {
    at = std::find(at, ordered.end(), symbol);
    ASSERT_NE(at, ordered.end()) << symbol << " comes earlier";
  }
  EXPECT_NE(KeyedOrder(DrawFor("plan", "run", 2, "lane"), one), ordered);
}

TEST(ArrangeTest, WhatACompilerAppendsDoesNotMoveASymbol) {
  const Draw draw = DrawFor("plan", "run", 1, "lane");
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f"};
  std::vector<std::string> suffixed = names;
  suffixed[1] += ".constprop.0.cold";
  suffixed[4] += ".part.3";
  std::vector<std::string> stripped = KeyedOrder(draw, suffixed);
  for (std::string& name : stripped) name.resize(1);
  EXPECT_EQ(stripped, KeyedOrder(draw, names));
}

}  // namespace
}  // namespace coherent::measure
