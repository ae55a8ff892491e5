#include "lib/timing/workload.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"

namespace coherent::timing {
namespace {

using ::testing::HasSubstr;

// Options whose positions are a file with this text.
WorkloadOptions WithPositions(const std::string& text) {
  WorkloadOptions options;
  options.positions = TemporaryPath("positions.epd");
  EXPECT_THAT(WriteFileAtomically(options.positions, text), IsOk());
  return options;
}

TEST(WorkloadTest, TheDefaultPositionsAreFiftyAndSearchedToDepthEleven) {
  WorkloadOptions options;
  options.positions = TestdataPath("bench.epd");
  const absl::StatusOr<Workload> workload = ReadWorkload(options);
  ASSERT_THAT(workload, IsOk());
  EXPECT_EQ(workload->positions.size(), 50U);
  EXPECT_EQ(workload->positions[0].id, "line 1");
  EXPECT_EQ(workload->LimitText(), "depth 11");
  EXPECT_EQ(workload->sha256, *Sha256HexOfFile(options.positions));
}

TEST(WorkloadTest, CountersAreReadFromTheirOperationsAndWrittenAsFen) {
  const absl::StatusOr<Workload> workload = ReadWorkload(
      WithPositions("rnbqkbnr/pp2pppp/2p5/8/2pP4/4P3/PP3PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 4;\n"
                    "rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6\n"));
  ASSERT_THAT(workload, IsOk());
  EXPECT_EQ(workload->positions[0].fen,
            "rnbqkbnr/pp2pppp/2p5/8/2pP4/4P3/PP3PPP/RNBQKBNR w KQkq - 0 4");
  EXPECT_EQ(workload->positions[1].fen,
            "rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1");
  EXPECT_EQ(workload->positions[1].id, "line 2");
}

TEST(WorkloadTest, ABadPositionIsNamedByFileAndLine) {
  EXPECT_THAT(ReadWorkload(WithPositions("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nnonsense\n")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("positions.epd:2")));
  WorkloadOptions missing;
  missing.positions = "/nonexistent.epd";
  EXPECT_THAT(ReadWorkload(missing), StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexist")));
}

TEST(WorkloadTest, Chess960IsNoticed) {
  const absl::StatusOr<Workload> workload =
      ReadWorkload(WithPositions("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
                                 "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\n"));
  ASSERT_THAT(workload, IsOk());
  EXPECT_FALSE(workload->positions[0].chess960);
  EXPECT_TRUE(workload->positions[1].chess960);
  EXPECT_TRUE(workload->NeedsChess960());
}

TEST(WorkloadTest, OptionsAreSplitAtTheFirstEqualsSign) {
  WorkloadOptions options = WithPositions("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
  options.options = {"SyzygyPath=/a=b", "EvalFile="};
  const absl::StatusOr<Workload> workload = ReadWorkload(options);
  ASSERT_THAT(workload, IsOk());
  EXPECT_EQ(workload->options[0], std::make_pair(std::string("SyzygyPath"), std::string("/a=b")));
  EXPECT_EQ(workload->options[1].second, "");
  options.options = {"Ponder"};
  EXPECT_THAT(ReadWorkload(options), StatusIs(absl::StatusCode::kInvalidArgument,
                                              HasSubstr("found \"Ponder\", expected NAME=VALUE")));
}

}  // namespace
}  // namespace coherent::timing
