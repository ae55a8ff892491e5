#include "lib/net/reference.h"

#include "gtest/gtest.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/testing.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

TEST(ReferenceTest, SwappingColoursSideAndRanksLeavesTheValue) {
  for (const int threat_rows : {0, kThreatRows}) {
    const Network network = SyntheticNetwork(SmallArchitecture(32, threat_rows), /*seed=*/1);
    Random random(/*seed=*/2);
    for (int round = 0; round < 100; ++round) {
      const Board board = RandomBoard(random);
      ASSERT_EQ(ReferenceValue(network, board, Color::kWhite),
                ReferenceValue(network, Reversed(board), Color::kBlack));
    }
    for (const chess::EpdRecord& record : chess::ReadPositions("net/chosen.fen")) {
      const Board board(record.position);
      const Color side = record.position.side_to_move();
      ASSERT_EQ(ReferenceValue(network, board, side),
                ReferenceValue(network, Reversed(board), !side))
          << "line " << record.line;
    }
  }
}

// One neuron, followed by hand: in the start position each view has 32 piece rows and 40 pairs.
TEST(ReferenceTest, FollowsOneNeuronThroughTheLayers) {
  Network network(SmallArchitecture(32, kThreatRows));
  for (size_t row = 0; row < network.piece_rows.size(); row += 32) network.piece_rows[row] = 2;
  for (size_t row = 0; row < network.threat_rows.size(); row += 32) network.threat_rows[row] = 3;
  network.input_bias[0] = -100;  // 32 * 2 + 40 * 3 - 100 = 84
  network.hidden2_weights[64 * 2 + 0] = 1 << 13;
  network.hidden2_weights[64 * 2 + 32] = 1 << 14;  // (84 * 1.5 * 2^14 - 1) >> 14 = 125
  network.hidden2_bias[2] = -1;
  network.hidden3_weights[16 * 5 + 2] = -(1 << 14);
  network.hidden3_bias[5] = 200 << 14;  // 75
  network.output_weights[5] = -1'000;
  network.output_bias = 60'000;  // (60,000 - 75,000) * 153 / 4,177,920 = -0.549
  const Board board = BoardOf(chess::kStartFen);
  EXPECT_EQ(ReferenceRowSums(network, board, Color::kBlack)[0], 184);
  EXPECT_EQ(ReferenceValue(network, board, Color::kWhite), 0);
  network.output_bias -= 50'000;  // -65,000 * 153 / 4,177,920 = -2.38
  EXPECT_EQ(ReferenceValue(network, board, Color::kWhite), -2);
}

TEST(ReferenceTest, ClampsEveryHiddenLayerAtBothEnds) {
  Network network(SmallArchitecture(32, 0));
  network.input_bias[0] = 1'000;   // 255
  network.input_bias[1] = -1'000;  // 0
  network.hidden2_weights[0] = 1 << 14;
  network.hidden2_weights[1] = 1 << 14;
  network.hidden2_bias[0] = 1 << 20;  // 255
  network.hidden2_bias[1] = -1;       // 0
  network.hidden3_weights[0] = 1 << 14;
  network.hidden3_weights[1] = 1 << 14;
  network.output_weights[0] = 1 << 14;
  EXPECT_EQ(ReferenceValue(network, BoardOf(chess::kStartFen), Color::kWhite), 153);
}

}  // namespace
}  // namespace coherent::net
