#include "lib/uci/script.h"

#include <deque>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"

namespace coherent::uci {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Says its lines, whatever it hears, and ends after the last.
class Parrot : public Peer {
 public:
  explicit Parrot(std::deque<std::string> lines) : lines_(std::move(lines)) {}

  absl::Status Send(absl::string_view) override { return absl::OkStatus(); }
  absl::StatusOr<std::string> ReadLine(Deadline) override {
    if (lines_.empty()) return absl::OutOfRangeError("no more lines");
    std::string line = lines_.front();
    lines_.pop_front();
    return line;
  }
  void CloseInput() override {}
  absl::Status WaitForEnd(Deadline) override { return absl::OkStatus(); }

 private:
  std::deque<std::string> lines_;
};

absl::Status Played(absl::string_view script, std::deque<std::string> lines) {
  Parrot parrot(std::move(lines));
  return RunScript("test", script, parrot);
}

TEST(ScriptTest, AcceptsOneLegalAnswerToEachGo) {
  EXPECT_THAT(Played("> go\n< bestmove", {"info nodes 5", "bestmove e2e4 ponder e7e5"}), IsOk());
  EXPECT_THAT(Played("> position startpos moves e2e4\n> go depth 1",
                     {"info depth 1 pv e7e5 g1f3", "info nodes 5", "bestmove e7e5"}),
              IsOk());
}

TEST(ScriptTest, NoticesMissingAndSurplusAnswers) {
  EXPECT_THAT(Played("> go", {}), StatusIs(absl::StatusCode::kFailedPrecondition,
                                           HasSubstr("0 answers to 1 go commands")));
  EXPECT_THAT(Played("> isready", {"info nodes 5", "bestmove e2e4"}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("without a go")));
}

TEST(ScriptTest, NoticesIllegalMovesInAnswersAndVariations) {
  const auto illegal = StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("e2e5"));
  EXPECT_THAT(Played("> go", {"info nodes 5", "bestmove e2e5"}), illegal);
  EXPECT_THAT(Played("> go", {"info nodes 5", "bestmove e7e5"}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("e7e5")));
  EXPECT_THAT(Played("> go", {"info depth 1 pv e2e4 e7e5 e2e5"}), illegal);
}

TEST(ScriptTest, NoticesAMissingCountOfNodes) {
  EXPECT_THAT(Played("> go", {"bestmove e2e4"}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("count of nodes")));
}

TEST(ScriptTest, TheNullFormIsForRootsWithoutAMove) {
  const char* const mated = "> position startpos moves f2f3 e7e5 g2g4 d8h4\n> go";
  EXPECT_THAT(Played(mated, {"info nodes 0", "bestmove (none)"}), IsOk());
  EXPECT_FALSE(Played(mated, {"info nodes 0", "bestmove a2a3"}).ok());
  EXPECT_FALSE(Played("> go", {"info nodes 0", "bestmove (none)"}).ok());
}

TEST(ScriptTest, RefusedCommandsNeedNoAnswer) {
  EXPECT_THAT(Played("> go depth x", {"info string error: no number"}), IsOk());
}

TEST(ScriptTest, WaitsForStartsAndPatterns) {
  EXPECT_THAT(Played("< ready\n/ a+", {"something", "readyok", "aaa"}), IsOk());
  EXPECT_FALSE(Played("/ a", {"aaa"}).ok());
}

TEST(ScriptTest, AbsentMeansNotEvenBeforeWhatWasWaitedFor) {
  EXPECT_THAT(Played("< a\n! a", {"a1"}), IsOk());
  EXPECT_FALSE(Played("< b\n! a", {"a1", "b"}).ok());
  EXPECT_FALSE(Played("! a", {"b", "a"}).ok());
}

TEST(ScriptTest, ReadsRecordings) {
  EXPECT_THAT(Played("0000011 > go wtime 5\n0000020 < bestmove d2d4 ponder d7d5\n#EOF",
                     {"info nodes 1", "bestmove e2e4"}),
              IsOk());
}

TEST(ScriptTest, ErrorsNameTheLineAndShowWhatCameLast) {
  EXPECT_THAT(Played("# one\n> go\n< nothing", {"info nodes 5", "bestmove e2e4"}),
              StatusIs(absl::StatusCode::kOutOfRange,
                       AllOf(HasSubstr("test:3: < nothing"), HasSubstr("bestmove e2e4"))));
  EXPECT_THAT(Played("what", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no such step")));
}

}  // namespace
}  // namespace coherent::uci
