#include "tools/gate/determination.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"
#include "tools/gate/git.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;

const std::string kBinary = Sha256Hex("the predecessor's binary");

// Two commits, and the determination that fits them.
class DeterminationTest : public testing::Test {
 protected:
  void SetUp() override {
    repository_ = TemporaryPath(
        absl::StrCat("repository", testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directory(repository_);
    Shell(
        "git init -q && git config user.name x && git config user.email x && echo 1 >engine.cc && "
        "git add . && git commit -qm predecessor && echo 2 >engine.cc && git commit -qam line");
    json_ = {{"format", "coherent-gate-determination 1"},
             {"purpose", kFinalLinePurpose},
             {"candidate_commit", Commit("HEAD")},
             {"candidate_source_sha256", Hash("archive --format=tar HEAD")},
             {"predecessor_commit", Commit("HEAD~")},
             {"predecessor_binary_sha256", kBinary},
             {"diff_sha256", Hash("diff-tree -p --binary --full-index HEAD~ HEAD")}};
  }

  void Shell(const std::string& command) {
    ASSERT_EQ(std::system(absl::StrCat("cd '", repository_, "' && ", command).c_str()), 0);
  }
  std::string Commit(const std::string& revision) {
    return ResolveCommit(repository_, revision).value();
  }
  std::string Hash(const std::string& arguments) {
    return Sha256OfGit(repository_, arguments).value();
  }

  absl::Status Check() {
    const auto determination = ParseDetermination("d.json", json_.dump());
    if (!determination.ok()) return determination.status();
    return CheckDetermination(*determination, repository_, kBinary);
  }
  // The error if one field holds something else.
  absl::Status CheckWith(const char* field, const Json& value) {
    const Json before = json_;
    json_[field] = value;
    absl::Status status = Check();
    json_ = before;
    return status;
  }

  std::string repository_;
  Json json_;
};

TEST_F(DeterminationTest, FitsWhatItWasMadeFor) { EXPECT_THAT(Check(), IsOk()); }

TEST_F(DeterminationTest, EveryFieldIsHeldToWhatIsThere) {
  const std::string other_hash = Sha256Hex("another");
  const auto refuses = [&](const char* field, const Json& value) {
    EXPECT_THAT(CheckWith(field, value),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr(absl::StrCat("d.json: field ", field))));
  };
  refuses("candidate_commit", Commit("HEAD~"));
  refuses("candidate_source_sha256", other_hash);
  refuses("predecessor_commit", Commit("HEAD"));
  refuses("predecessor_binary_sha256", other_hash);
  refuses("diff_sha256", other_hash);
  refuses("purpose", "another");
  EXPECT_FALSE(CheckWith("predecessor_commit", std::string(40, 'a')).ok());
}

TEST_F(DeterminationTest, HasExactlyItsFields) {
  EXPECT_THAT(CheckWith("remark", ""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("field remark")));
  EXPECT_THAT(CheckWith("format", "2"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("format")));
  EXPECT_THAT(CheckWith("diff_sha256", std::string(64, 'A')),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("64 hexadecimal digits")));
  EXPECT_THAT(CheckWith("candidate_commit", "HEAD"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("40 hexadecimal digits")));
  EXPECT_THAT(CheckWith("candidate_commit", 7),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("candidate_commit")));
  json_.erase("diff_sha256");
  EXPECT_THAT(Check(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("diff_sha256")));
  EXPECT_THAT(ParseDetermination("d.json", "[]").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("object")));
}

TEST_F(DeterminationTest, TheWorkTreeHasToBeClean) {
  Shell("touch new.cc");
  EXPECT_THAT(Check(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not committed")));
}

}  // namespace
}  // namespace coherent::gate
