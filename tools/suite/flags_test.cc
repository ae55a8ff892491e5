#include "tools/suite/flags.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace coherent::suite {
namespace {

// Whether the command line is good, and what it says.
bool Parses(const std::string& line, SuiteOptions* options) {
  CLI::App app;
  AddFlags(app, *options);
  try {
    app.parse(line);
  } catch (const CLI::ParseError&) {
    return false;
  }
  return true;
}

bool Parses(const std::string& line) {
  SuiteOptions options;
  return Parses(line, &options);
}

TEST(FlagsTest, EnginesAndSuitesMayBeGivenAgain) {
  SuiteOptions options;
  ASSERT_TRUE(Parses("--engine a --epd x.epd --engine b --nodes 7 --limit 3 --option Style=Wild",
                     &options));
  EXPECT_EQ(options.engines, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.suites, std::vector<std::string>{"x.epd"});
  EXPECT_EQ(options.nodes, 7);
  EXPECT_EQ(options.first, 3);
  EXPECT_EQ(options.options, std::vector<std::string>{"Style=Wild"});
}

TEST(FlagsTest, ThereIsExactlyOneLimit) {
  EXPECT_FALSE(Parses("--engine a --epd x.epd"));
  EXPECT_FALSE(Parses("--engine a --epd x.epd --nodes 5 --depth 3"));
  EXPECT_TRUE(Parses("--engine a --epd x.epd --movetime 5"));
  EXPECT_FALSE(Parses("--engine a --epd x.epd --movetime 0"));
}

TEST(FlagsTest, StoppingAtNodesTakesNodes) {
  EXPECT_TRUE(Parses("--engine a --epd x.epd --nodes 5 --stop-at-nodes"));
  EXPECT_FALSE(Parses("--engine a --epd x.epd --depth 5 --stop-at-nodes"));
}

TEST(FlagsTest, EnginesAndSuitesAreNeeded) {
  EXPECT_FALSE(Parses("--engine a --nodes 5"));
  EXPECT_FALSE(Parses("--epd x.epd --nodes 5"));
}

}  // namespace
}  // namespace coherent::suite
