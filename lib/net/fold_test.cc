#include "lib/net/fold.h"

#include <numeric>

#include "gtest/gtest.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

Network NetOfThreats() { return SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/1); }

TEST(FoldTest, FoldsAllTwinsOfAnOrdinaryNet) {
  const Fold fold = Fold::Of(NetOfThreats());
  EXPECT_EQ(fold.pairs().size(), 17'598U);
  EXPECT_EQ(fold.rows(), 69'210);
  EXPECT_EQ(fold.pairs().front(), (FoldPair{2, 6446}));
  EXPECT_EQ(fold.pairs().back(), (FoldPair{86'773, 86'807}));
}

TEST(FoldTest, LeavesAPairAloneWhoseSumLeaves16Bits) {
  Network network = NetOfThreats();
  network.threat_rows[2 * 32 + 5] = 30'000;
  network.threat_rows[6446 * 32 + 5] = 2'767;
  EXPECT_EQ(Fold::Of(network).pairs().size(), 17'598U);
  network.threat_rows[6446 * 32 + 5] = 2'768;
  const Fold fold = Fold::Of(network);
  EXPECT_EQ(fold.pairs().size(), 17'597U);
  EXPECT_EQ(fold.pairs().front(), (FoldPair{4, 25'948}));
  EXPECT_TRUE(fold.RowOf(6446).has_value());
}

TEST(FoldTest, KeepsEveryRowSumOnRandomPlacements) {
  const Network network = NetOfThreats();
  const Fold fold = Fold::Of(network);
  std::vector<i16> buffer(32);
  Random random(/*seed=*/2);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> plain(32), folded(32);
    const Board board = RandomBoard(random);
    for (const int row : ThreatRows(board, Color::kWhite)) {
      for (int j = 0; j < 32; ++j) plain[j] += network.ThreatRow(row)[j];
      const std::optional<int> place = fold.RowOf(row);
      if (!place) continue;
      const std::span<const i16> weights = fold.Row(network, *place, buffer);
      for (int j = 0; j < 32; ++j) folded[j] += weights[j];
    }
    ASSERT_EQ(plain, folded);
  }
}

TEST(FoldTest, NoneKeepsEveryRow) {
  const Network network = NetOfThreats();
  const Fold fold = Fold::None(network.architecture);
  EXPECT_EQ(fold.rows(), kThreatRows);
  EXPECT_EQ(fold.RowOf(6446), 6446);
  EXPECT_EQ(Fold::None(SmallArchitecture(32, 0)).rows(), 0);
}

}  // namespace
}  // namespace coherent::net
