#include "lib/net/rows8.h"

#include <array>

#include "gtest/gtest.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

TEST(Rows8Test, ARowIsNarrowIfEveryWeightIsWithin127) {
  std::array<i16, 32> row = {};
  EXPECT_TRUE(IsNarrow(row));
  row[3] = 127;
  row[4] = -127;
  EXPECT_TRUE(IsNarrow(row));
  row[31] = 128;
  EXPECT_FALSE(IsNarrow(row));
  row[31] = -128;
  EXPECT_FALSE(IsNarrow(row));
}

TEST(Rows8Test, RowsCanBeReadBack) {
  const Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/1);
  for (const Fold& fold : {Fold::None(network.architecture), Fold::Of(network)}) {
    const std::string bytes = EncodeRows8(network, fold);
    size_t next = (fold.rows() + 7) / 8;
    int wide = 0;
    std::vector<i16> buffer(32);
    for (int row = 0; row < fold.rows(); ++row) {
      const std::span<const i16> weights = fold.Row(network, row, buffer);
      const bool is_wide = (bytes[row / 8] >> row % 8 & 1) != 0;
      ASSERT_EQ(is_wide, !IsNarrow(weights)) << row;
      wide += is_wide ? 1 : 0;
      if (is_wide) continue;
      for (const i16 weight : weights) ASSERT_EQ(static_cast<i8>(bytes[next++]), weight) << row;
    }
    EXPECT_EQ(next, bytes.size());
    EXPECT_GT(wide, 500);
    EXPECT_LT(wide, 3'000);
  }
}

}  // namespace
}  // namespace coherent::net
