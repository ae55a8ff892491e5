#include "lib/net/evaluator.h"

#include <memory>
#include <optional>

#include "gtest/gtest.h"
#include "lib/chess/movegen.h"
#include "lib/net/synthetic.h"

namespace coherent::net {
namespace {

std::shared_ptr<const PreparedNetwork> SmallNetwork(u64 seed) {
  const Architecture architecture = {.width = 32,
                                     .buckets = 4,
                                     .hidden2 = 8,
                                     .hidden3 = 8,
                                     .output_scale = 150,
                                     .bucket_table = DefaultBuckets(4)};
  return std::make_shared<PreparedNetwork>(
      Prepare(SyntheticNetwork(architecture, seed), std::nullopt, RowChoice()));
}

// Calls `visit` with each position two plies after the start position, some of them twice.
template <class Visit>
void Walk(Evaluator& evaluator, Visit visit) {
  const chess::Position root;
  evaluator.Reset(root);
  for (const chess::Move first : chess::LegalMoves(root)) {
    chess::Position middle = root;
    evaluator.Push();
    middle.Make(first, evaluator);
    for (const chess::Move second : chess::LegalMoves(middle)) {
      chess::Position leaf = middle;
      evaluator.Push();
      leaf.Make(second, evaluator);
      visit(leaf);
      evaluator.Pop();
    }
    evaluator.Pop();
  }
}

TEST(EvaluatorTest, GoesByPieceSquareRulesWithoutANet) {
  const auto evaluator = std::make_unique<Evaluator>();
  const auto rules = std::make_unique<PieceSquareEvaluator>();
  EXPECT_FALSE(evaluator->has_network());
  Walk(*evaluator, [&](const chess::Position& position) {
    rules->Reset(position);
    EXPECT_EQ(evaluator->Evaluate(position), rules->Evaluate(position));
  });
}

TEST(EvaluatorTest, KeptValuesAreTheNetsOwn) {
  const auto network = SmallNetwork(1);
  const auto keeping = std::make_unique<Evaluator>(), computing = std::make_unique<Evaluator>();
  NetEvaluator net(network);
  keeping->SetNetwork(network);
  computing->SetNetwork(network);
  keeping->KeepValues(true);
  for (int round = 0; round < 2; ++round) {
    Walk(*keeping, [&](const chess::Position& position) {
      net.Reset(position);
      computing->Reset(position);
      EXPECT_EQ(keeping->Evaluate(position), net.Evaluate(position));
      EXPECT_EQ(computing->Evaluate(position), net.Evaluate(position));
    });
  }
}

TEST(EvaluatorTest, ForgetsValuesOfTheNetBefore) {
  const auto evaluator = std::make_unique<Evaluator>();
  evaluator->KeepValues(true);
  const chess::Position position;
  for (const u64 seed : {1, 2, 3}) {
    const auto network = SmallNetwork(seed);
    NetEvaluator net(network);
    evaluator->SetNetwork(network);
    evaluator->Reset(position);
    EXPECT_EQ(evaluator->Evaluate(position), net.Evaluate(position));
  }
  evaluator->SetNetwork(nullptr);
  EXPECT_EQ(evaluator->Evaluate(position), PieceSquareEvaluator().Evaluate(position));
}

constexpr u64 kKey = 0x123456789abcdef0;

TEST(ValueCacheTest, FindsWhatIsStoredUnderTheWholeKey) {
  const auto cache = std::make_unique<ValueCache>();
  EXPECT_EQ(cache->Find(kKey), std::nullopt);
  cache->Store(kKey, -321);
  EXPECT_EQ(cache->Find(kKey), -321);
  EXPECT_EQ(cache->Find(kKey ^ u64{1} << 63), std::nullopt);
  EXPECT_EQ(cache->Find(kKey ^ 1), std::nullopt);
  cache->Store(kKey ^ u64{1} << 16, 5);
  EXPECT_EQ(cache->Find(kKey), std::nullopt);  // its slot was taken
}

TEST(ValueCacheTest, KeepsNoValueThatIsCutOff) {
  const auto cache = std::make_unique<ValueCache>();
  cache->Store(kKey, 40'000);
  EXPECT_EQ(cache->Find(kKey), std::nullopt);
}

}  // namespace
}  // namespace coherent::net
