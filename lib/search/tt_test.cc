#include "lib/search/tt.h"

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/chess/types.h"
#include "lib/search/score.h"

namespace coherent::search {
namespace {

using chess::Move;
using chess::Square;

constexpr size_t kBytes = size_t{1} << 20;
const Move kMove(Square(4, 1), Square(4, 3));

class TranspositionTableTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(table_.Resize(kBytes).ok()); }
  TranspositionTable table_;
};

TEST_F(TranspositionTableTest, GivesBackWhatWasStored) {
  table_.Store(0x123456789ABCDEF0, 3, kMove, -77, 12, 9, Bound::kLower, true);
  const auto hit = table_.Probe(0x123456789ABCDEF0, 3);
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->move, kMove);
  EXPECT_EQ(hit->score, -77);
  EXPECT_EQ(hit->eval, 12);
  EXPECT_EQ(hit->depth, 9);
  EXPECT_EQ(hit->bound, Bound::kLower);
  EXPECT_TRUE(hit->was_pv);
  EXPECT_FALSE(table_.Probe(0x123456789ABCDEF1, 3).has_value());
}

TEST_F(TranspositionTableTest, CountsMatesFromTheNode) {
  table_.Store(7, 4, kMove, MateIn(9), 0, 1, Bound::kExact, false);
  EXPECT_EQ(table_.Probe(7, 2)->score, MateIn(7));
  table_.Store(8, 4, kMove, MatedIn(9), 0, 1, Bound::kExact, false);
  EXPECT_EQ(table_.Probe(8, 6)->score, MatedIn(11));
}

TEST_F(TranspositionTableTest, KeepsTheMoveWhenALaterSearchHasNone) {
  table_.Store(7, 0, kMove, 10, 0, 5, Bound::kLower, false);
  table_.Store(7, 0, Move::None(), -10, 0, 6, Bound::kUpper, false);
  EXPECT_EQ(table_.Probe(7, 0)->move, kMove);
  EXPECT_EQ(table_.Probe(7, 0)->score, -10);
}

// Keys that fall into the first block and differ in the bits an entry checks.
TEST_F(TranspositionTableTest, ReplacesTheShallowestOfABlock) {
  for (u64 key = 1; key <= 3; ++key) {
    table_.Store(key, 0, kMove, 0, 0, static_cast<int>(10 * key), Bound::kExact, false);
  }
  table_.Store(4, 0, kMove, 0, 0, 1, Bound::kExact, false);
  EXPECT_FALSE(table_.Probe(1, 0).has_value());
  for (u64 key = 2; key <= 4; ++key) EXPECT_TRUE(table_.Probe(key, 0).has_value()) << key;
}

TEST_F(TranspositionTableTest, AnOldDeepEntryLosesToAYoungOne) {
  table_.Store(1, 0, kMove, 0, 0, 12, Bound::kExact, false);
  for (int i = 0; i < 3; ++i) table_.NextAge();
  table_.Store(2, 0, kMove, 0, 0, 5, Bound::kExact, false);
  table_.Store(3, 0, kMove, 0, 0, 5, Bound::kExact, false);
  table_.Store(4, 0, kMove, 0, 0, 5, Bound::kExact, false);
  EXPECT_FALSE(table_.Probe(1, 0).has_value());
}

TEST_F(TranspositionTableTest, RefusesMoreThanThereIsAndKeepsTheOldTable) {
  table_.Store(7, 0, kMove, 10, 0, 5, Bound::kLower, false);
  const absl::Status status = table_.Resize(size_t{1} << 50);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(table_.Probe(7, 0).has_value());
  EXPECT_TRUE(table_.Resize(2 * kBytes).ok());
  EXPECT_FALSE(table_.Probe(7, 0).has_value());
}

TEST(NewTranspositionTableTest, HasNothingToClear) {
  TranspositionTable table;
  table.Clear();
  EXPECT_EQ(table.HashFull(), 0);
}

TEST_F(TranspositionTableTest, CountsOnlyThisSearchAsFull) {
  EXPECT_EQ(table_.HashFull(), 0);
  u64 state = 1;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    table_.Store(state, 0, kMove, 0, 0, 1, Bound::kExact, false);
  }
  EXPECT_GT(table_.HashFull(), 700);
  table_.NextAge();
  EXPECT_EQ(table_.HashFull(), 0);
}

}  // namespace
}  // namespace coherent::search
