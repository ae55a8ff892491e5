#include "tools/gate/bisect.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/uci/scripted_link.h"

namespace coherent::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A repository whose engine is a shell script, another one in each commit.
class BisectTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    BisectOptions& bisect = options_.bisect;
    bisect.repository = TemporaryPath(absl::StrCat(name, "_repository"));
    bisect.cache = TemporaryPath(absl::StrCat(name, "_cache"));
    bisect.build = "test ! -e broken && cp source engine && echo built >>../builds";
    options_.positions = TestdataPath("gate/256.epd");
    options_.quick = true;
    options_.stages = "depth";
    options_.timeout_s = 10;
    std::filesystem::create_directory(bisect.repository);
    Shell("git init -q && git config user.name x && git config user.email x");
    good_ = uci::ScriptedEngine("good", "");
    bad_ = uci::ScriptedEngine("bad", "on go with 8/8/8\n change cp 11 -> cp 12\n answer\n");
  }

  void Shell(const std::string& command) {
    ASSERT_EQ(
        std::system(absl::StrCat("cd '", options_.bisect.repository, "' && ", command).c_str()), 0);
  }
  void Commit(const std::string& engine, const std::string& title, const std::string& more = ":") {
    Shell(absl::StrCat("printf '#!/bin/sh\\nexec ", engine, " \"$@\" # ", title,
                       "\\n' >source && chmod +x source && ", more,
                       " && git add -A && git commit -qm '", title, "'"));
  }
  absl::Status Run() { return Bisect(options_, out_); }

  GateOptions options_;
  std::ostringstream out_;
  std::string good_, bad_;
};

TEST_F(BisectTest, FindsTheCommitThatChangedTheOutputAndKeepsWhatItBuilt) {
  for (int i = 1; i <= 5; ++i) Commit(good_, absl::StrCat("good ", i));
  for (int i = 1; i <= 4; ++i) Commit(bad_, absl::StrCat("bad ", i));
  options_.bisect.good = "HEAD~8";
  options_.bisect.bad = "HEAD";
  EXPECT_THAT(Run(), IsOk()) << out_.str();
  EXPECT_THAT(out_.str(), AllOf(HasSubstr("first changed by "), HasSubstr("\n  bad 1\n"),
                                HasSubstr("field: score, info line 1"), HasSubstr("cp 12")));
  const std::string cache = options_.bisect.cache;
  const std::string builds = cache + "/builds";
  const auto size = std::filesystem::file_size(builds);
  EXPECT_THAT(Run(), IsOk());
  EXPECT_EQ(std::filesystem::file_size(builds), size);
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".tree")));
  }
  Shell("test \"$(git worktree list | wc -l)\" = 1");
}

TEST_F(BisectTest, PassesOverWhatCannotBeBuilt) {
  Commit(good_, "good 1");
  Commit(good_, "broken 1", "touch broken");
  Commit(good_, "good 2", "rm broken");
  Commit(bad_, "bad 1");
  Commit(bad_, "bad 2");
  options_.bisect.good = "HEAD~4";
  options_.bisect.bad = "HEAD";
  EXPECT_THAT(Run(), IsOk()) << out_.str();
  EXPECT_THAT(out_.str(), HasSubstr("\n  bad 1\n"));
}

TEST_F(BisectTest, SaysWhichCommitsAreLeftIfTheyCannotBeBuilt) {
  Commit(good_, "good");
  Commit(bad_, "broken", "touch broken");
  Commit(bad_, "bad", "rm broken");
  options_.bisect.good = "HEAD~2";
  options_.bisect.bad = "HEAD";
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("one of those")));
  EXPECT_THAT(out_.str(), HasSubstr("cannot be built, see "));
}

TEST_F(BisectTest, RefusesRevisionsThatSayNothing) {
  Commit(good_, "good 1");
  Commit(good_, "good 2");
  options_.bisect.good = "HEAD~";
  options_.bisect.bad = "HEAD";
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("does not differ")));
  options_.bisect.good = "nonsense";
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("nonsense")));
  options_.bisect.good = "HEAD";
  options_.bisect.bad = "HEAD~";
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ancestor")));
}

}  // namespace
}  // namespace coherent::gate
