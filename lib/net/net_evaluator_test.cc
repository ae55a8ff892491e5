#include "lib/net/net_evaluator.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/chess/epd.h"
#include "lib/chess/movegen.h"
#include "lib/chess/testing.h"
#include "lib/net/reference.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

using chess::Move;
using chess::Position;

std::shared_ptr<const PreparedNetwork> Shared(const Network& network, const RowChoice& choice) {
  // Networks cannot be copied but by the seed they come from; Prepare takes one over.
  Network copy(network.architecture);
  copy.piece_rows = HugeArray<i16>(network.piece_rows.size());
  std::copy(network.piece_rows.begin(), network.piece_rows.end(), copy.piece_rows.begin());
  std::copy(network.threat_rows.begin(), network.threat_rows.end(), copy.threat_rows.begin());
  copy.input_bias = network.input_bias;
  copy.hidden2_weights = network.hidden2_weights;
  copy.hidden2_bias = network.hidden2_bias;
  copy.hidden3_weights = network.hidden3_weights;
  copy.hidden3_bias = network.hidden3_bias;
  copy.output_weights = network.output_weights;
  copy.output_bias = network.output_bias;
  return std::make_shared<PreparedNetwork>(Prepare(std::move(copy), std::nullopt, choice));
}

// Plays random games from all suites' positions, takes moves back, passes, and compares where a
// coin says so: that is what a search does.
class Walk {
 public:
  Walk(const Network& network, NetEvaluator& evaluator, u64 seed)
      : network_(network), evaluator_(evaluator), random_(seed) {}

  void Play(const Position& start, int steps) {
    std::vector<Position> line = {start};
    evaluator_.Reset(start);
    for (int step = 0; step < steps; ++step) {
      const Position& position = line.back();
      const chess::MoveList moves = chess::LegalMoves(position);
      if (line.size() > 1 && (moves.empty() || random_.Below(4) == 0)) {
        evaluator_.Pop();
        line.pop_back();
      } else if (moves.empty()) {
        return;
      } else {
        Position next = position;
        evaluator_.Push();
        if (!position.InCheck() && random_.Below(10) == 0) {
          next.MakeNull();
        } else {
          next.Make(moves[random_.Below(moves.size())], evaluator_);
        }
        line.push_back(next);
      }
      if (random_.Below(3) == 0) Compare(line.back());
      if (testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  void Compare(const Position& position) {
    ASSERT_EQ(evaluator_.Evaluate(position),
              ReferenceValue(network_, Board(position), position.side_to_move()));
  }

  const Network& network_;
  NetEvaluator& evaluator_;
  Random random_;
};

const std::vector<chess::EpdRecord>& Starts() {
  static const auto& starts = *new std::vector<chess::EpdRecord>(chess::ReadPerftSuites());
  return starts;
}

class NetEvaluatorTest : public testing::TestWithParam<const Kernels*> {
 protected:
  void SetUp() override {
    if (!CpuSupports(*GetParam())) GTEST_SKIP() << "this CPU lacks " << GetParam()->name;
  }

  // Each call takes another of the suites' positions for each game.
  void ExpectEqualAlongGames(const Network& network, const RowChoice& choice, int games,
                             int steps) {
    NetEvaluator evaluator(Shared(network, choice), *GetParam());
    for (int game = 0; game < games; ++game) {
      ++seed_;
      Walk(network, evaluator, seed_).Play(Starts()[seed_ * 7 % Starts().size()].position, steps);
      if (HasFatalFailure()) return;
    }
  }

 private:
  u64 seed_ = 0;
};

TEST_P(NetEvaluatorTest, EqualsTheReferenceAlongGamesWithPiecesAlone) {
  ExpectEqualAlongGames(SyntheticNetwork(SmallArchitecture(96, 0), /*seed=*/1), {}, 30, 50);
}

TEST_P(NetEvaluatorTest, EqualsTheReferenceAlongGamesWithThreats) {
  const Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/2);
  for (const bool fold : {false, true}) {
    for (const bool rows8 : {false, true}) ExpectEqualAlongGames(network, {fold, rows8}, 8, 50);
  }
}

TEST_P(NetEvaluatorTest, EqualsTheReferenceFromChosenPositions) {
  const Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/6);
  NetEvaluator evaluator(Shared(network, {.fold = true, .rows8 = true}), *GetParam());
  for (const chess::EpdRecord& record : chess::ReadPositions("net/chosen.fen")) {
    Walk(network, evaluator, record.line).Play(record.position, 6);
    if (HasFatalFailure()) return;
  }
}

TEST_P(NetEvaluatorTest, EqualsTheReferenceForEveryShapeOfHiddenLayers) {
  for (const int hidden2 : {8, 24, 128}) {
    for (const int hidden3 : {8, 40, 128}) {
      Architecture architecture = SmallArchitecture(32, 0);
      architecture.hidden2 = hidden2;
      architecture.hidden3 = hidden3;
      architecture.buckets = 5;
      architecture.bucket_table = DefaultBuckets(5);
      ExpectEqualAlongGames(SyntheticNetwork(architecture, /*seed=*/3), {}, 2, 20);
    }
  }
}

// Zero points far from 0, and sums that need both offsets.
TEST_P(NetEvaluatorTest, EqualsTheReferenceWithLargeZeroPoints) {
  Network network = SyntheticNetwork(SmallArchitecture(32, 0), /*seed=*/4);
  for (size_t i = 0; i < network.piece_rows.size(); ++i) {
    const bool king = i / 32 % kPieceRowsOfBucket / Square::kCount % 6 == 5;
    if (king) network.piece_rows[i] = static_cast<i16>(i % 2 == 0 ? 30'000 : -30'000);
  }
  for (size_t j = 0; j < 32; ++j) {
    network.input_bias[j] = static_cast<i16>(j % 4 < 2 ? (j % 2 == 0 ? -32'768 : 32'767) : 0);
  }
  const ZeroPoints points = ChargeBounds(network);
  EXPECT_GT(points.zero[0], 50'000);
  EXPECT_LT(points.zero[1], -50'000);
  EXPECT_TRUE(FitsInt16(points));
  ExpectEqualAlongGames(network, {}, 20, 40);
}

TEST_P(NetEvaluatorTest, EqualsTheReferenceWhere16BitsAreNotProved) {
  Network network = SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/5);
  for (i16& weight : network.threat_rows) weight = static_cast<i16>(weight * 300);
  EXPECT_FALSE(Shared(network, {})->sums_fit_16_bits);
  ExpectEqualAlongGames(network, {}, 5, 30);
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, NetEvaluatorTest, testing::ValuesIn(kAllKernels),
                         [](const auto& info) { return std::string(info.param->name); });

}  // namespace
}  // namespace coherent::net
