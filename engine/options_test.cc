#include "engine/options.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/syzygy/probe.h"
#include "lib/uci/options.h"

namespace coherent {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class EngineOptionsTest : public testing::Test {
 protected:
  EngineOptionsTest()
      : options_(MakeOptions(settings_, {.set_threads = [this](int count) { threads_ = count; },
                                         .resize_hash =
                                             [this](int mib) {
                                               hash_mib_ = mib;
                                               return absl::OkStatus();
                                             },
                                         .clear_hash = [this] { ++clears_; },
                                         .load_network =
                                             [this](const std::string& path) {
                                               net_ = path;
                                               return absl::OkStatus();
                                             },
                                         .keep_values = [this](bool keep) { keeps_ = keep; },
                                         .load_tables =
                                             [this](const std::string& folders) {
                                               tables_ = folders;
                                               return absl::OkStatus();
                                             },
                                         .set_endgames = [this] { ++endgame_changes_; }})) {}

  absl::Status Set(absl::string_view name, const std::string& value) {
    const auto change = options_.Check(name, value);
    return change.ok() ? change->apply() : change.status();
  }

  EngineSettings settings_;
  int threads_ = 1;
  int hash_mib_ = 0;
  int clears_ = 0;
  std::string net_ = "none yet";
  bool keeps_ = false;
  std::string tables_ = "none yet";
  int endgame_changes_ = 0;
  uci::OptionTable options_;
};

TEST_F(EngineOptionsTest, OffersTheDefaultsOfItsSettings) {
  EXPECT_THAT(options_.Lines(), Contains("option name Depth type spin default 12 min 0 max 245"));
  EXPECT_THAT(options_.Lines(), Contains("option name Threads type spin default 1 min 1 max 1024"));
  EXPECT_THAT(options_.Lines(), Contains(HasSubstr("option name Hash type spin default 64 ")));
}

TEST_F(EngineOptionsTest, ThoseOfEndgameTablesHaveTheNamesAllEnginesUse) {
  EXPECT_THAT(Set("SyzygyPath", "/a:/b"), IsOk());
  EXPECT_EQ(tables_, "/a:/b");
  EXPECT_THAT(Set("SyzygyPath", "<empty>"), IsOk());
  EXPECT_EQ(tables_, "");
  EXPECT_THAT(Set("SyzygyProbeDepth", "3"), IsOk());
  EXPECT_THAT(Set("SyzygyProbeLimit", "5"), IsOk());
  EXPECT_THAT(Set("Syzygy50MoveRule", "false"), IsOk());
  EXPECT_EQ(settings_.endgames.min_depth, 3);
  EXPECT_EQ(settings_.endgames.max_pieces, 5);
  EXPECT_EQ(settings_.endgames.rule, syzygy::FiftyMoveRule::kIgnored);
  EXPECT_EQ(endgame_changes_, 3);
  EXPECT_FALSE(Set("SyzygyProbeLimit", "8").ok());
}

TEST_F(EngineOptionsTest, ReachTheSettings) {
  EXPECT_THAT(Set("Depth", "0"), IsOk());
  EXPECT_THAT(Set("multipv", "3"), IsOk());
  EXPECT_THAT(Set("Move Overhead", "100"), IsOk());
  EXPECT_THAT(Set("UCI_Chess960", "true"), IsOk());
  EXPECT_EQ(settings_.depth, 0);
  EXPECT_EQ(settings_.multi_pv, 3);
  EXPECT_EQ(settings_.move_overhead_ms, 100);
  EXPECT_TRUE(settings_.is_chess960);
}

TEST_F(EngineOptionsTest, ReachTheTable) {
  EXPECT_THAT(Set("Hash", "16"), IsOk());
  EXPECT_EQ(hash_mib_, 16);
  EXPECT_THAT(Set("Clear Hash", ""), IsOk());
  EXPECT_EQ(clears_, 1);
}

TEST_F(EngineOptionsTest, ReachTheNet) {
  EXPECT_THAT(options_.Lines(), Contains("option name EvalFile type string default <empty>"));
  EXPECT_THAT(Set("EvalFile", "some where/main.net"), IsOk());
  EXPECT_EQ(net_, "some where/main.net");
  EXPECT_THAT(Set("EvalFile", "<empty>"), IsOk());
  EXPECT_EQ(net_, "");
  EXPECT_THAT(Set("Value Cache", "true"), IsOk());
  EXPECT_TRUE(keeps_);
}

TEST_F(EngineOptionsTest, MoreMemoryThanThereIsIsRefused) {
  EXPECT_THAT(Set("Hash", "33554432"),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("of this machine")));
  EXPECT_EQ(hash_mib_, 0);
}

TEST_F(EngineOptionsTest, SetsThreads) {
  EXPECT_THAT(Set("Threads", "2"), IsOk());
  EXPECT_EQ(threads_, 2);
  EXPECT_FALSE(Set("Threads", "0").ok());
  EXPECT_FALSE(Set("Threads", "1025").ok());
  EXPECT_EQ(threads_, 2);
}

}  // namespace
}  // namespace coherent
