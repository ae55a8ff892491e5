#include "lib/bench/bench.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/bench/positions.h"
#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"

namespace coherent::bench {
namespace {

search::Limits ToDepth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

TEST(BenchTest, EveryPositionIsOneAndHasAMove) {
  for (const absl::string_view fen : kPositions) {
    const auto position = chess::ParseFen(fen);
    ASSERT_THAT(position, IsOk());
    EXPECT_TRUE(chess::HasLegalMove(*position)) << fen;
  }
}

TEST(BenchTest, TheFileForOtherToolsHoldsTheSamePositions) {
  const auto file = ReadFile(TestdataPath("bench.epd"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(*file, absl::StrJoin(kPositions, "\n") + "\n");
}

TEST(BenchTest, CountsTheSameNodesEveryTime) {
  std::vector<u64> nodes;
  for (int run = 0; run < 2; ++run) {
    const auto total =
        Bench<search::FixedParams>(ToDepth(4)).Run([](int, absl::string_view, u64) {});
    ASSERT_THAT(total, IsOk());
    nodes.push_back(total->nodes);
  }
  EXPECT_GT(nodes[0], kPositions.size());
  EXPECT_EQ(nodes[0], nodes[1]);
}

TEST(BenchTest, ParametersThatCanBeTunedHaveTheSameSignature) {
  const auto ignore = [](int, absl::string_view, u64) {};
  const auto fixed = Bench<search::FixedParams>(ToDepth(7)).Run(ignore);
  const auto tunable = Bench<search::TunableParams>(ToDepth(7)).Run(ignore);
  ASSERT_THAT(fixed, IsOk());
  ASSERT_THAT(tunable, IsOk());
  EXPECT_EQ(fixed->nodes, tunable->nodes);
  search::TunableParams other;
  other.params.lmr_quiet_slope /= 2;
  const auto changed = Bench<search::TunableParams>(ToDepth(7), nullptr, other).Run(ignore);
  ASSERT_THAT(changed, IsOk());
  EXPECT_NE(fixed->nodes, changed->nodes);
}

TEST(BenchTest, ReportsEachPositionAndTheirSum) {
  u64 sum = 0;
  int last = 0;
  const auto total =
      Bench<search::FixedParams>(ToDepth(3)).Run([&](int number, absl::string_view, u64 nodes) {
        EXPECT_EQ(number, ++last);
        sum += nodes;
      });
  ASSERT_THAT(total, IsOk());
  EXPECT_EQ(last, static_cast<int>(kPositions.size()));
  EXPECT_EQ(total->nodes, sum);
}

TEST(BenchTest, StopsWhenToldTo) {
  search::Limits limits;
  limits.nodes = 1'000;
  Bench<search::FixedParams> bench(limits);
  EXPECT_THAT(bench.Run([&](int, absl::string_view, u64) { bench.Stop(); }),
              StatusIs(absl::StatusCode::kCancelled, testing::HasSubstr("stopped")));
}

TEST(TotalTest, ARunTooShortToMeasureHasARateAllTheSame) {
  EXPECT_EQ((Total{.nodes = 5, .time_ms = 0}.NodesPerSecond()), 5'000u);
}

}  // namespace
}  // namespace coherent::bench
