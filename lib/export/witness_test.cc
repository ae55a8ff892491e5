#include "lib/export/witness.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "lib/chess/testing.h"
#include "lib/net/reference.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"
#include "lib/net/zero_point.h"

namespace coherent::exporting {
namespace {

using net::Board;
using net::Color;
using net::Kind;
using net::Piece;
using net::Square;

net::Network ThreatNet() {
  return net::SyntheticNetwork(net::SmallArchitecture(32, net::kThreatRows), /*seed=*/1);
}

TEST(WitnessTest, SumsAsTheSlowPathDoes) {
  const net::Network network = ThreatNet();
  const NeuronWeights weights(network, 7);
  Random random(/*seed=*/1);
  int compared = 0;
  while (compared < 200) {
    const Board board = net::RandomBoard(random);
    if (board.King(Color::kWhite).file() >= 4) continue;
    ASSERT_EQ(weights.Sum(board), net::ReferenceRowSums(network, board, Color::kWhite)[7]);
    ++compared;
  }
}

TEST(WitnessTest, FindsAPositionFarOutThatNoBoundExcludes) {
  const net::Network network = ThreatNet();
  const net::ZeroPoints points = net::ChargeBounds(network);
  for (const int neuron : {0, 31}) {
    const NeuronWeights weights(network, neuron);
    const Witness largest = FindExtreme(weights, Extreme::kLargest, 5'000);
    const Witness smallest = FindExtreme(weights, Extreme::kSmallest, 5'000);
    EXPECT_LE(largest.sum, points.upper[neuron]);
    EXPECT_GE(smallest.sum, points.lower[neuron]);
    // The bounds are not far from what is there.
    EXPECT_LT(points.upper[neuron], 5 * largest.sum);
    EXPECT_GT(points.lower[neuron], 5 * smallest.sum);
    const Board board(chess::PositionOf(largest.fen));
    EXPECT_EQ(net::ReferenceRowSums(network, board, Color::kWhite)[neuron], largest.sum);
  }
}

// Two kings and one more man, everywhere: no sum leaves the bounds.
TEST(WitnessTest, NoPlacementOfThreeMenLeavesTheBounds) {
  const net::Network network = ThreatNet();
  const net::ZeroPoints points = net::ChargeBounds(network);
  const NeuronWeights weights(network, 3);
  i64 smallest = 0, largest = 0;
  for (const Square own_king : {Square(0, 0), Square(2, 3)}) {
    for (const Square other_king : net::Bitboard::All() & ~net::Bitboard(own_king)) {
      Board kings;
      kings.Add(Piece(Color::kWhite, Kind::kKing), own_king);
      kings.Add(Piece(Color::kBlack, Kind::kKing), other_king);
      for (const Square square : ~kings.occupied()) {
        for (int i = 0; i < Piece::kCount; ++i) {
          const Piece piece = Piece::FromIndex(i);
          if (piece.kind() == Kind::kKing) continue;
          if (piece.kind() == Kind::kPawn && (square.rank() == 0 || square.rank() == 7)) continue;
          Board board = kings;
          board.Add(piece, square);
          const i64 sum = weights.Sum(board);
          smallest = std::min(smallest, sum);
          largest = std::max(largest, sum);
        }
      }
    }
  }
  EXPECT_GE(smallest, points.lower[3]);
  EXPECT_LE(largest, points.upper[3]);
  EXPECT_GT(largest, 50);
}

}  // namespace
}  // namespace coherent::exporting
