#include "lib/base/file.h"

#include <sys/stat.h>

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

// A directory of its own for each test.
std::string NewDirectory() {
  std::string path = TemporaryPath(::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::remove_all(path);
  std::filesystem::create_directory(path);
  return path;
}

int FilesIn(const std::string& directory) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    static_cast<void>(entry);
    ++count;
  }
  return count;
}

TEST(FileTest, ReadsBackWhatItWroteAndLeavesNothingBeside) {
  const std::string directory = NewDirectory();
  const std::string bytes("a\0b\n", 4);
  ASSERT_THAT(WriteFileAtomically(directory + "/f", bytes), IsOk());
  EXPECT_EQ(*ReadFile(directory + "/f"), bytes);
  EXPECT_EQ(FilesIn(directory), 1);
}

TEST(FileTest, ReadsFilesThatDoNotKnowTheirSize) {
  EXPECT_THAT(*ReadFile("/proc/self/status"), HasSubstr("\nThreads:"));
}

TEST(FileTest, ReplacingKeepsTheMode) {
  const std::string path = NewDirectory() + "/program";
  ASSERT_THAT(WriteFileAtomically(path, "old"), IsOk());
  ASSERT_EQ(chmod(path.c_str(), 0750), 0);
  ASSERT_THAT(WriteFileAtomically(path, "new"), IsOk());
  struct stat status = {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0750U);
  EXPECT_EQ(*ReadFile(path), "new");
}

TEST(FileTest, AMissingFileIsNotFoundAndNamed) {
  EXPECT_THAT(ReadFile("/nonexistent/x"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/x: cannot open")));
}

TEST(FileTest, ADirectoryIsNoFile) {
  EXPECT_THAT(ReadFile("/"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/: a directory")));
}

TEST(FileTest, ADirectoryThatIsMissingIsAnError) {
  EXPECT_THAT(WriteFileAtomically("/nonexistent/x", ""),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("cannot create")));
}

TEST(FileTest, NeverReplacesADevice) {
  EXPECT_THAT(WriteFileAtomically("/dev/null", ""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a regular file")));
}

TEST(FileTest, AFailedReplacementLeavesNothingBeside) {
  const std::string directory = NewDirectory();
  std::filesystem::create_directories(directory + "/f/inside");
  EXPECT_FALSE(WriteFileAtomically(directory + "/f", "").ok());
  EXPECT_EQ(FilesIn(directory), 1);
}

}  // namespace
}  // namespace coherent
