#include "lib/base/protected_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

// A fresh file, changed by `change`: what VerifyUnchanged says.
absl::Status AfterChange(const std::function<void(const std::string& path)>& change) {
  const std::string path = TemporaryPath("protected");
  EXPECT_THAT(WriteFileAtomically(path, "text"), IsOk());
  const absl::StatusOr<FileAttributes> before = ReadFileAttributes(path);
  EXPECT_THAT(before, IsOk());
  change(path);
  return VerifyUnchanged(path, *before);
}

TEST(ProtectedFileTest, AnUntouchedFileIsReadWhole) {
  const std::string path = TemporaryPath("untouched");
  ASSERT_THAT(WriteFileAtomically(path, "text"), IsOk());
  const absl::StatusOr<ProtectedBytes> read = ReadProtectedFile(path);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(read->bytes, "text");
  EXPECT_EQ(read->attributes.size, 4U);
  EXPECT_THAT(VerifyUnchanged(path, read->attributes), IsOk());
}

TEST(ProtectedFileTest, ReadingItElsewhereIsNoChange) {
  EXPECT_THAT(AfterChange([](const std::string& path) { EXPECT_THAT(ReadFile(path), IsOk()); }),
              IsOk());
}

TEST(ProtectedFileTest, AReplacedFileIsFoundThoughItsBytesAreTheSame) {
  EXPECT_THAT(AfterChange([](const std::string& path) {
                EXPECT_THAT(WriteFileAtomically(path, "text"), IsOk());
              }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("inode")));
}

TEST(ProtectedFileTest, AChangeOfModeLinksOrSizeIsNamed) {
  EXPECT_THAT(AfterChange([](const std::string& path) { chmod(path.c_str(), 0600); }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr(": mode was")));
  EXPECT_THAT(AfterChange([](const std::string& path) {
                const std::string other = path + ".link";
                unlink(other.c_str());
                EXPECT_EQ(link(path.c_str(), other.c_str()), 0);
              }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr(": link count was 1, is 2")));
  EXPECT_THAT(AfterChange([](const std::string& path) { EXPECT_EQ(truncate(path.c_str(), 3), 0); }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr(": size was 4, is 3")));
}

TEST(ProtectedFileTest, AnOldDateSetBackIsFoundByTheOtherTime) {
  EXPECT_THAT(AfterChange([](const std::string& path) {
                struct stat status = {};
                EXPECT_EQ(stat(path.c_str(), &status), 0);
                usleep(20'000);
                const timespec times[2] = {status.st_atim, status.st_mtim};
                EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
              }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr(": ctime was")));
}

TEST(ProtectedFileTest, ARemovedFileIsAChange) {
  EXPECT_THAT(AfterChange([](const std::string& path) { unlink(path.c_str()); }),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("cannot examine")));
}

TEST(ProtectedFileTest, AFileWhoseSizeIsNotItsLengthIsNoProof) {
  EXPECT_FALSE(ReadProtectedFile("/proc/self/status").ok());
}

}  // namespace
}  // namespace coherent
