#include "lib/export/bounds.h"

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/net/features.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

using net::Color;
using net::Kind;
using net::Piece;
using net::Square;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kSteps = 10'000;
constexpr int kNeuron = 5;

void SetPiece(Piece piece, Square square, int weight, net::Network& network) {
  for (int bucket = 0; bucket < network.architecture.buckets; ++bucket) {
    const size_t row = net::PieceRow(bucket, piece, square);
    network.piece_rows[row * network.architecture.width + kNeuron] = static_cast<i16>(weight);
  }
}

// Sums of neuron 5 reach 32,767 with a queen on d4 and -32,767 with an opponent's queen on d5.
net::Network FullRange() {
  net::Network network(net::SmallArchitecture(32, net::kThreatRows));
  SetPiece(Piece(Color::kWhite, Kind::kQueen), Square(3, 3), 32'767, network);
  SetPiece(Piece(Color::kBlack, Kind::kQueen), Square(3, 4), -32'767, network);
  return network;
}

TEST(BoundsTest, ProvesAnOrdinaryNet) {
  const net::Network network =
      net::SyntheticNetwork(net::SmallArchitecture(32, net::kThreatRows), /*seed=*/1);
  const auto points = ProveSumsFit16Bits("n", network, kSteps);
  ASSERT_THAT(points, IsOk());
  EXPECT_EQ(*points, net::ChargeBounds(network));
}

TEST(BoundsTest, Proves32767AndRefuses32768WithBothPositions) {
  net::Network network = FullRange();
  const auto points = ProveSumsFit16Bits("n", network, kSteps);
  ASSERT_THAT(points, IsOk());
  EXPECT_EQ(points->upper[kNeuron], 32'767);
  EXPECT_EQ(points->lower[kNeuron], -32'767);
  SetPiece(Piece(Color::kWhite, Kind::kRook), Square(6, 4), 1, network);
  EXPECT_THAT(ProveSumsFit16Bits("n", network, kSteps),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("n: neuron 5: range of sums: found 65535 (-32767 to 32768), "
                                       "expected at most 65534"),
                             HasSubstr("fit 16 bits; reached: sum 32768 in \""),
                             HasSubstr(", sum -32767 in \""))));
}

TEST(BoundsTest, CountsAThreatToo) {
  net::Network network = FullRange();
  const int row = net::ThreatRow({Piece(Color::kWhite, Kind::kQueen), Square(3, 3), Square(3, 6),
                                  Piece(Color::kBlack, Kind::kRook)});
  network.threat_rows[size_t{32} * row + kNeuron] = 1;
  // In quarters 3 or 2 of the row's 4 are charged to the attacker, the rest to the target, whose
  // square no better man stands on: the bound is the sum itself.
  EXPECT_THAT(ProveSumsFit16Bits("n", network, kSteps),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("(-32767 to 32768)"), HasSubstr("reached: sum 32768"))));
}

// Queens on d4 and d5 attack the same rook, but the second is in the first one's way.
TEST(BoundsTest, ProvesByLinesWhatChargesDoNot) {
  net::Network network(net::SmallArchitecture(32, net::kThreatRows));
  SetPiece(Piece(Color::kBlack, Kind::kQueen), Square(0, 4), -30'000, network);
  for (const int rank : {3, 4}) {
    const int row = net::ThreatRow({Piece(Color::kWhite, Kind::kQueen), Square(3, rank),
                                    Square(3, 6), Piece(Color::kBlack, Kind::kRook)});
    network.threat_rows[size_t{32} * row + kNeuron] = 30'000;
  }
  EXPECT_FALSE(net::FitsInt16(net::ChargeBounds(network)));
  const auto points = ProveSumsFit16Bits("n", network, kSteps);
  ASSERT_THAT(points, IsOk());
  EXPECT_EQ(points->upper[kNeuron], 30'000);
  EXPECT_EQ(points->lower[kNeuron], -30'000);
  EXPECT_EQ(points->zero[kNeuron], 0);
}

TEST(BoundsTest, SaysIfItProvedNeither) {
  net::Network network = FullRange();
  SetPiece(Piece(Color::kWhite, Kind::kRook), Square(6, 4), 1, network);
  EXPECT_THAT(ProveSumsFit16Bits("n", network, /*steps=*/1),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("not proved, and not disproved: sum 0 in \"")));
}

}  // namespace
}  // namespace coherent::exporting
