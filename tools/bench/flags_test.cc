#include "tools/bench/flags.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::bench {
namespace {

using ::testing::ElementsAre;

// Whether the command line is accepted.
bool Parses(const std::string& line, BenchOptions* options) {
  CLI::App app{"test", "coherent-bench"};
  AddFlags(app, *options);
  try {
    app.parse(line);
  } catch (const CLI::ParseError&) {
    return false;
  }
  return true;
}

bool Parses(const std::string& line) {
  BenchOptions options;
  return Parses(line, &options);
}

TEST(FlagsTest, EverythingHasADefaultButTheEngines) {
  BenchOptions options;
  EXPECT_TRUE(Parses("one two", &options));
  EXPECT_THAT(options.engines, ElementsAre("one", "two"));
  EXPECT_EQ(options.positions, "testdata/bench.epd");
  EXPECT_EQ(options.runs, 8);
  EXPECT_FALSE(Parses(""));
}

TEST(FlagsTest, OptionsTakeOneValueEach) {
  BenchOptions options;
  EXPECT_TRUE(Parses("--option Ponder=false --option \"Move Overhead=5\" one two", &options));
  EXPECT_THAT(options.options, ElementsAre("Ponder=false", "Move Overhead=5"));
  EXPECT_THAT(options.engines, ElementsAre("one", "two"));
}

TEST(FlagsTest, ThereIsOneLimitAndNoneByTime) {
  EXPECT_TRUE(Parses("e --nodes 1000"));
  EXPECT_TRUE(Parses("e --depth 5"));
  EXPECT_FALSE(Parses("e --depth 5 --nodes 1000"));
  EXPECT_FALSE(Parses("e --movetime 100"));
}

TEST(FlagsTest, NothingThatWouldMeasureNothingIsAccepted) {
  for (const char* flags : {"--runs 0", "--runs -1", "--nodes 0", "--depth 0", "--hash 0",
                            "--threads 0", "--timeout 0", "--runs x", "--warm-up -1"}) {
    EXPECT_FALSE(Parses(std::string("e ") + flags)) << flags;
  }
}

TEST(FlagsTest, AnEnginesOwnBenchHasItsOwnSettings) {
  EXPECT_TRUE(Parses("e --bench-command bench --runs 2"));
  for (const char* flags :
       {"--depth 5", "--nodes 5", "--hash 5", "--threads 2", "--option A=b", "--positions x.epd"}) {
    EXPECT_FALSE(Parses(std::string("e --bench-command bench ") + flags)) << flags;
  }
}

TEST(FlagsTest, ADropIsGivenInPercent) {
  BenchOptions options;
  EXPECT_TRUE(Parses("e --baseline b.json --max-drop 2.5%", &options));
  EXPECT_EQ(options.max_drop_percent, 2.5);
  EXPECT_TRUE(Parses("e --baseline b.json --max-drop 3", &options));
  EXPECT_EQ(options.max_drop_percent, 3);
  EXPECT_FALSE(Parses("e --baseline b.json --max-drop fast"));
  EXPECT_FALSE(Parses("e --max-drop 3%")) << "without a baseline";
}

}  // namespace
}  // namespace coherent::bench
