#include "lib/measure/records.h"

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent::measure {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A file with the numbers 0, 10, 20, ... as its records.
std::string FileOf(int count) {
  std::string path = TemporaryPath("records");
  std::filesystem::remove(path);
  absl::StatusOr<RecordLog> log = RecordLog::Open(path, "anchor");
  EXPECT_THAT(log, IsOk());
  for (int i = 0; i < count; ++i) EXPECT_THAT(log->Append({{"value", 10 * i}}), IsOk());
  return path;
}

std::vector<std::string> LinesOf(int count) {
  return absl::StrSplit(*ReadFile(FileOf(count)), '\n', absl::SkipEmpty());
}

absl::StatusOr<Records> Parse(const std::vector<std::string>& lines) {
  return ParseRecords("log", absl::StrJoin(lines, "\n") + "\n", "anchor");
}

TEST(RecordsTest, AreReadAsTheyWereAppended) {
  const absl::StatusOr<Records> records = ReadRecords(FileOf(3), "anchor");
  ASSERT_THAT(records, IsOk());
  ASSERT_EQ(records->items.size(), 3U);
  EXPECT_EQ(records->items[2], Json({{"value", 20}}));
  EXPECT_EQ(ParseRecords("empty", "", "anchor")->head, "anchor");
}

TEST(RecordsTest, AnEditIsFoundAndNamed) {
  std::vector<std::string> lines = LinesOf(3);
  lines[1] = absl::StrReplaceAll(lines[1], {{"10", "11"}});
  EXPECT_THAT(Parse(lines), StatusIs(absl::StatusCode::kDataLoss, "log:2: record 2 was edited"));
}

TEST(RecordsTest, ALineOfAnotherFileIsFoundByTheNextOne) {
  std::vector<std::string> lines = LinesOf(3);
  const std::string other = TemporaryPath("other");
  std::filesystem::remove(other);
  {
    absl::StatusOr<RecordLog> log = RecordLog::Open(other, "anchor");
    ASSERT_THAT(log->Append({{"value", 1}}), IsOk());
  }
  lines[0] = std::string(absl::StripSuffix(*ReadFile(other), "\n"));
  EXPECT_THAT(Parse(lines), StatusIs(absl::StatusCode::kDataLoss,
                                     AllOf(HasSubstr("log:2"), HasSubstr("was replaced"))));
}

TEST(RecordsTest, ACutInTheMiddleIsFoundAndNamed) {
  std::vector<std::string> lines = LinesOf(4);
  lines.erase(lines.begin() + 1);
  EXPECT_THAT(Parse(lines), StatusIs(absl::StatusCode::kDataLoss,
                                     HasSubstr("log:2: found record 3, expected 2")));
  EXPECT_THAT(ParseRecords("log", "{}\n", "anchor"),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("log:1: no record")));
  EXPECT_THAT(ParseRecords("log", "{\n", "anchor"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("log:1")));
}

TEST(RecordsTest, AnotherPlansRecordsAreRefused) {
  EXPECT_THAT(ReadRecords(FileOf(1), "another"),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("another plan's")));
}

TEST(RecordsTest, ALineThatACrashCutOffIsRemovedAndTheRestGoesOn) {
  const std::string path = FileOf(2);
  const std::string whole = *ReadFile(path);
  for (const size_t cut : {whole.size() - 1, whole.size() / 2 + 1}) {
    ASSERT_THAT(WriteFileAtomically(path, whole.substr(0, cut)), IsOk());
    EXPECT_EQ(ReadRecords(path, "anchor")->items.size(), 1U);
    absl::StatusOr<RecordLog> log = RecordLog::Open(path, "anchor");
    ASSERT_THAT(log, IsOk());
    ASSERT_EQ(log->records().items.size(), 1U);
    ASSERT_THAT(log->Append({{"value", 10}}), IsOk());
    EXPECT_EQ(*ReadFile(path), whole);
  }
}

TEST(RecordsTest, TwoWritersAreOneTooMany) {
  const std::string path = FileOf(1);
  const absl::StatusOr<RecordLog> first = RecordLog::Open(path, "anchor");
  ASSERT_THAT(first, IsOk());
  EXPECT_THAT(RecordLog::Open(path, "anchor"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("another process")));
}

}  // namespace
}  // namespace coherent::measure
