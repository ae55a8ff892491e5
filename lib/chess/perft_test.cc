#include "lib/chess/perft.h"

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/chess/fen.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

// The largest count of a position that is checked. Slow builds do less.
#ifdef NDEBUG
constexpr u64 kNodeBudget = 3'000'000;
#else
constexpr u64 kNodeBudget = 10'000;
#endif

class PerftSuiteTest : public testing::TestWithParam<const char*> {};

TEST_P(PerftSuiteTest, CountsAsExpected) {
  int checked = 0;
  for (const EpdRecord& record : ReadPositions(absl::StrCat("perft/", GetParam(), ".epd"))) {
    for (const EpdOperation& operation : record.operations) {
      int depth = 0;
      u64 expected = 0;
      if (operation.opcode[0] != 'D' || !absl::SimpleAtoi(operation.opcode.substr(1), &depth)) {
        continue;
      }
      ASSERT_TRUE(absl::SimpleAtoi(operation.operand, &expected));
      if (expected > kNodeBudget) continue;
      EXPECT_EQ(Perft(record.position, depth), expected)
          << GetParam() << ":" << record.line << ": " << ToFen(record.position) << " depth "
          << depth;
      ++checked;
    }
  }
  EXPECT_GT(checked, 0);
}

INSTANTIATE_TEST_SUITE_P(Suites, PerftSuiteTest,
                         testing::Values("standard", "chess960", "tricky", "impossible", "cases"));

TEST(PerftTest, AgreesWithPlayingEveryMove) {
  for (const EpdRecord& record : ReadPositions("perft/tricky.epd")) {
    for (int depth = 0; depth <= 2; ++depth) {
      const u64 expected = PerftByPlaying(record.position, depth);
      EXPECT_EQ(Perft(record.position, depth), expected);
      if (depth == 0) continue;
      u64 sum = 0;
      for (const PerftLine& line : PerftDivide(record.position, depth)) sum += line.nodes;
      EXPECT_EQ(sum, expected);
    }
  }
}

}  // namespace
}  // namespace coherent::chess
