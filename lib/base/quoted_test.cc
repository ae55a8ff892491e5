#include "lib/base/quoted.h"

#include <string>

#include "gtest/gtest.h"

namespace coherent {
namespace {

TEST(QuotedTest, LeavesPlainTextAlone) {
  EXPECT_EQ(Quoted(""), "\"\"");
  EXPECT_EQ(Quoted("8/8 w"), "\"8/8 w\"");
}

TEST(QuotedTest, EscapesWhatCouldBreakALine) { EXPECT_EQ(Quoted("a\n\xCE"), "\"a\\n\\316\""); }

TEST(QuotedTest, CutsLongText) {
  EXPECT_EQ(Quoted(std::string(80, 'x')), "\"" + std::string(80, 'x') + "\"");
  EXPECT_EQ(Quoted(std::string(81, 'x')), "\"" + std::string(80, 'x') + "...\"");
}

}  // namespace
}  // namespace coherent
