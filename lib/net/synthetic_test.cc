#include "lib/net/synthetic.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"
#include "lib/net/format.h"
#include "lib/net/proof32.h"
#include "lib/net/reference.h"
#include "lib/net/rows8.h"
#include "lib/net/testing.h"
#include "lib/net/zero_point.h"

namespace coherent::net {
namespace {

TEST(SyntheticTest, SeedAndShapeGiveTheSameBytesOnEveryMachine) {
  const Network network = SyntheticNetwork(SmallArchitecture(32, 0), /*seed=*/7);
  EXPECT_EQ(Sha256Hex(SerializeNetwork(network, {})),
            "b13c033afbe648def3cade1f8960da4c178bbd7bb615fe05b9f08a7c9643544f");
}

TEST(SyntheticTest, HasZeroRowsAndRowsThatLeave8Bits) {
  const Network network = SyntheticNetwork(SmallArchitecture(64, kThreatRows), /*seed=*/1);
  int zero = 0, wide = 0;
  for (int row = 0; row < kThreatRows; ++row) {
    const auto weights = network.ThreatRow(row);
    zero += std::all_of(weights.begin(), weights.end(), [](i16 w) { return w == 0; }) ? 1 : 0;
    wide += IsNarrow(weights) ? 0 : 1;
  }
  EXPECT_NEAR(zero, kThreatRows / 7.0, 500);
  EXPECT_GT(wide, 500);
}

TEST(SyntheticTest, EveryShapeCanBeProvedAndGivesUsefulValues) {
  for (const int width : {32, 96}) {
    for (const int threat_rows : {0, kThreatRows}) {
      if (width > 32 && threat_rows > 0) continue;
      const Network network = SyntheticNetwork(SmallArchitecture(width, threat_rows), /*seed=*/1);
      EXPECT_THAT(ProveSumsFit32Bits("n", network), IsOk());
      EXPECT_TRUE(FitsInt16(ChargeBounds(network)));
      Random random(/*seed=*/2);
      int min = 0, max = 0;
      for (int round = 0; round < 50; ++round) {
        const int value = ReferenceValue(network, RandomBoard(random), Color::kWhite);
        min = std::min(min, value);
        max = std::max(max, value);
      }
      EXPECT_LT(min, max - 20);
      EXPECT_GT(min, -3'000);
      EXPECT_LT(max, 3'000);
    }
  }
}

}  // namespace
}  // namespace coherent::net
