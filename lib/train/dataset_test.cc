#include "lib/train/dataset.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

std::vector<TrainingPosition> InOrder(const Dataset& dataset, u64 seed, i64 epoch) {
  ThreadPool pool(2);
  EpochOrder order(dataset, seed);
  order.Begin(epoch);
  std::vector<TrainingPosition> positions(dataset.size());
  const size_t half = positions.size() / 2;
  order.Copy(0, std::span(positions).first(half), pool);
  order.Copy(half, std::span(positions).subspan(half), pool);
  return positions;
}

TEST(DatasetTest, KeepsPackagesApart) {
  const std::vector<TrainingPosition> positions = RandomPositions(50, 1);
  Dataset dataset;
  dataset.Add("a", std::span(positions).first(20));
  dataset.Add("b", std::span(positions).subspan(20));
  EXPECT_EQ(dataset.size(), 50u);
  ASSERT_EQ(dataset.packages().size(), 2u);
  const auto second = dataset.PositionsOf(dataset.packages()[1]);
  EXPECT_TRUE(std::equal(second.begin(), second.end(), positions.begin() + 20, positions.end()));
}

TEST(EpochOrderTest, ShowsEveryPositionOnceInEachEpochsOwnOrder) {
  const std::vector<TrainingPosition> positions = RandomPositions(1'000, 2);
  Dataset dataset;
  dataset.Add("a", positions);
  const auto first = InOrder(dataset, 1, 0);
  EXPECT_NE(first, positions);
  EXPECT_EQ(first, InOrder(dataset, 1, 0));
  EXPECT_NE(first, InOrder(dataset, 1, 1));
  EXPECT_NE(first, InOrder(dataset, 2, 0));
  const auto count = [](const std::vector<TrainingPosition>& all, const TrainingPosition& one) {
    return std::count(all.begin(), all.end(), one);
  };
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(count(first, positions[i]), count(positions, positions[i]));
}

}  // namespace
}  // namespace coherent::train
