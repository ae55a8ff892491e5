#include "tools/gate/record.h"

#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/base/zstd.h"
#include "tools/gate/testing.h"

namespace coherent::gate {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr char kFen[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
constexpr char kOtherFen[] = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";

RecordHead Head() {
  RecordHead head;
  head.engine_name = "Scripted 1.2.3";
  head.version = "1.2.3";
  head.source_hash = "abc";
  head.binary_sha256 = "def";
  head.greeting = {"id name Scripted 1.2.3", "option name Hash type spin default 16 min 1 max 64"};
  head.options = {{"Hash", "16"}, {"Clear Hash", ""}};
  head.positions_sha256 = "123";
  head.positions = 2;
  head.settings.ignored_fields = {"hashfull", "nps", "time"};
  return head;
}

std::vector<RecordedSearch> Searches() {
  const Answer answer =
      AnswerFrom({"info depth 1 score cp 3 lowerbound nodes 20 pv h1h2", "info string a  b",
                  "info nodes 20", "bestmove h1h2 ponder e8e7"});
  return {{Stage::kNodes, "a", kFen, answer},
          {Stage::kNodes, "b", kOtherFen, AnswerFrom({"info depth 1", "bestmove (none)"})},
          {Stage::kDepth, "a", kFen, answer},
          {Stage::kDepth, "b", kOtherFen, answer}};
}

std::string Written(const RecordHead& head = Head(),
                    const std::vector<RecordedSearch>& searches = Searches()) {
  RecordWriter writer(head);
  for (const RecordedSearch& search : searches) writer.Add(search);
  return writer.Finish(u64{3467381});
}

TEST(RecordTest, GivesBackWhatWasWritten) {
  const auto record = ParseRecord("r", Written());
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->head, Head());
  EXPECT_EQ(record->searches, Searches());
  EXPECT_EQ(record->bench_nodes, u64{3467381});
}

TEST(RecordTest, LeavesOutWhatIsNeverCompared) {
  std::vector<RecordedSearch> slow = {{Stage::kNodes, "a", kFen,
                                       AnswerFrom({"info depth 1 time 5 nps 4 hashfull 3 pv h1h2",
                                                   "info time 1000", "bestmove h1h2"})}};
  std::vector<RecordedSearch> fast = {
      {Stage::kNodes, "a", kFen,
       AnswerFrom({"info depth 1 time 1 nps 20 pv h1h2", "bestmove h1h2"})}};
  EXPECT_EQ(Written(Head(), slow), Written(Head(), fast));
}

TEST(RecordTest, KeepsFilesThatAreTheSameByteForByte) {
  const std::string a = TemporaryPath("a.zst");
  const std::string b = TemporaryPath("b.zst");
  ASSERT_THAT(WriteRecord(a, Written()), IsOk());
  ASSERT_THAT(WriteRecord(b, Written()), IsOk());
  EXPECT_EQ(ReadFile(a).value(), ReadFile(b).value());
  EXPECT_EQ(ReadRecord(a)->searches, Searches());
}

TEST(RecordTest, WritesWhatIsNoUtf8) {
  RecordHead head = Head();
  head.engine_name = "Bl\xE4tter";
  EXPECT_THAT(ParseRecord("r", Written(head)), IsOk());
}

TEST(RecordTest, NamesFileAndLineAndFieldOfWhatIsWrong) {
  const std::string good = Written();
  const auto broken = [&](const char* from, const char* to) {
    return ParseRecord("r.zst", absl::StrReplaceAll(good, {{from, to}}));
  };
  const auto is_bad = [](const char* text) {
    return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(text));
  };
  EXPECT_THAT(broken("coherent-gate-record 1", "coherent-gate-record 2"), is_bad("r.zst:1"));
  EXPECT_THAT(broken("\"nodes\":50000", "\"nodes\":\"many\""), is_bad("field nodes"));
  EXPECT_THAT(broken("\"greeting\":[", "\"greeting\":[3,"), is_bad("field greeting"));
  EXPECT_THAT(broken("\"hash_mib\":16,", ""), is_bad("hash_mib is missing"));
  EXPECT_THAT(broken("info depth 1 score", "info depth x score"), is_bad("r.zst:2: field lines"));
  EXPECT_THAT(broken("bestmove (none)", "ponder"), is_bad("r.zst:3: field answer"));
  EXPECT_THAT(broken("\"stage\":\"depth\"", "\"stage\":\"width\""), is_bad("expected nodes"));
  EXPECT_THAT(broken("\"searches\":4", "\"searches\":5"), is_bad("found 5, expected 4"));
}

TEST(RecordTest, RefusesACutFile) {
  const std::string good = Written();
  const size_t second_line = good.find('\n') + 1;
  EXPECT_FALSE(ParseRecord("r", "").ok());
  EXPECT_FALSE(ParseRecord("r", good.substr(0, second_line)).ok());
  EXPECT_FALSE(ParseRecord("r", good.substr(0, good.find('\n', second_line) + 1)).ok());
  const std::string path = TemporaryPath("cut.zst");
  const std::string bytes = Compress(good);
  ASSERT_THAT(WriteFileAtomically(path, bytes.substr(0, bytes.size() - 9)), IsOk());
  EXPECT_THAT(ReadRecord(path), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("cut.zst")));
}

TEST(RecordTest, HoldsItsPositions) {
  const auto record = ParseRecord("r", Written());
  ASSERT_THAT(record, IsOk());
  const auto positions = PositionsOf("r", *record);
  ASSERT_THAT(positions, IsOk());
  ASSERT_THAT(positions->positions, SizeIs(2));
  EXPECT_EQ(positions->positions[1].id, "b");
  EXPECT_EQ(positions->sha256, "123");
}

TEST(RecordTest, RefusesStagesOfDifferentPositions) {
  std::vector<RecordedSearch> searches = Searches();
  std::swap(searches[2], searches[3]);
  const auto record = ParseRecord("r", Written(Head(), searches));
  ASSERT_THAT(record, IsOk());
  EXPECT_THAT(PositionsOf("r", *record),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("search 3 is of b")));
  searches.pop_back();
  const auto shorter = ParseRecord("r", Written(Head(), searches));
  ASSERT_THAT(shorter, IsOk());
  EXPECT_THAT(PositionsOf("r", *shorter), StatusIs(absl::StatusCode::kInvalidArgument,
                                                   HasSubstr("found 3 searches, expected 4")));
}

TEST(RecordTest, GivesTheAnswersOfTheWantedStagesAndPositions) {
  const auto record = ParseRecord("r", Written());
  ASSERT_THAT(record, IsOk());
  auto positions = PositionsOf("r", *record);
  ASSERT_THAT(positions, IsOk());
  positions->positions.erase(positions->positions.begin());
  RecordSource source(*record, {Stage::kDepth, Stage::kBench}, *positions);
  const auto answer = source.Next();
  ASSERT_THAT(answer, IsOk());
  EXPECT_EQ(**answer, Searches()[3].answer);
  EXPECT_FALSE(source.Next().ok());
}

}  // namespace
}  // namespace coherent::gate
