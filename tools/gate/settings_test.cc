#include "tools/gate/settings.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;

TEST(SettingsTest, ReadsStages) {
  EXPECT_EQ(ParseStages("bench, nodes").value(), (std::set<Stage>{Stage::kNodes, Stage::kBench}));
  for (const char* const text : {"", "nodes,", "nodes,nodes", "time"}) {
    EXPECT_THAT(ParseStages(text), StatusIs(absl::StatusCode::kInvalidArgument,
                                            HasSubstr("expected nodes, depth, bench")));
  }
}

TEST(SettingsTest, ReadsEngineOptions) {
  EXPECT_EQ(ParseEngineOption("Move Overhead = 10").value(), (EngineOption{"Move Overhead", "10"}));
  EXPECT_EQ(ParseEngineOption("File=a=b").value(), (EngineOption{"File", "a=b"}));
  EXPECT_EQ(ParseEngineOption("Clear Hash=").value(), (EngineOption{"Clear Hash", ""}));
  EXPECT_THAT(ParseEngineOption("Hash 16"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("NAME=VALUE")));
  EXPECT_THAT(ParseEngineOption("=16"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("NAME=VALUE")));
}

TEST(SettingsTest, SaysWhatFollowsGo) {
  EXPECT_EQ(Settings().LimitsOf(Stage::kNodes), "nodes 50000");
  EXPECT_EQ(Settings().LimitsOf(Stage::kDepth), "depth 6");
}

}  // namespace
}  // namespace coherent::gate
