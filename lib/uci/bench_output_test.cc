#include "lib/uci/bench_output.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

TEST(BenchOutputTest, TakesTheSummaryAndNotAnInfoLine) {
  const auto total = ParseBenchOutput(
      "info depth 6 score cp 236 time 1 nodes 345 nps 344999\n"
      "bestmove e2e4\n"
      "12681936 nodes 1724729 nps\n");
  ASSERT_TRUE(total.ok()) << total.status();
  EXPECT_EQ(*total, (BenchTotal{12681936, 1724729}));
}

TEST(BenchOutputTest, ReadsTheFormOfStockfish) {
  const auto total = ParseBenchOutput(
      "===========================\nTotal time (ms) : 2430\nNodes searched  : 3467381\n"
      "Nodes/second    : 1426905\n");
  ASSERT_TRUE(total.ok()) << total.status();
  EXPECT_EQ(*total, (BenchTotal{3467381, 1426905}));
}

TEST(BenchOutputTest, ReadsTheFormOfEthereal) {
  const auto total = ParseBenchOutput("Time  : 4631ms\r\nNodes : 5132900\r\nNPS   : 1108378\r\n");
  ASSERT_TRUE(total.ok()) << total.status();
  EXPECT_EQ(*total, (BenchTotal{5132900, 1108378}));
}

TEST(BenchOutputTest, RefusesOutputWithoutASummary) {
  const auto total = ParseBenchOutput("info depth 6 nodes 345 nps 344999\nbestmove e2e4\n");
  EXPECT_EQ(total.status().code(), absl::StatusCode::kNotFound);
}

TEST(BenchOutputTest, RefusesTwoSummaries) {
  const auto total = ParseBenchOutput("5 nodes 7 nps\n6 nodes 7 nps\n");
  EXPECT_EQ(total.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(total.status().message()), testing::HasSubstr("5 and 6"));
}

}  // namespace
}  // namespace coherent::uci
