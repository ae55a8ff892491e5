#include "lib/export/merge.h"

#include <vector>

#include "gtest/gtest.h"
#include "lib/train/testing.h"

namespace coherent::exporting {
namespace {

TEST(MergeTest, AddsTheSharedRowToEveryBucket) {
  const train::Shape shape = train::SmallShape(32, 0, true);
  const train::Checkpoint net = {.shape = shape, .weights = train::RandomWeights(shape, 1)};
  std::vector<double> row(32);
  MergedRows(net).PieceRow(3 * 768 + 100, row);
  for (int j = 0; j < 32; ++j) {
    EXPECT_EQ(row[j], static_cast<double>(net.weights.piece[(3 * 768 + 100) * 32 + j]) +
                          net.weights.shared_piece[100 * 32 + j]);
  }
}

TEST(MergeTest, AddsTheCoarseRowOfThePair) {
  const train::Shape shape = train::SmallShape(32, net::kThreatRows, false);
  const train::Checkpoint net = {.shape = shape, .weights = train::RandomWeights(shape, 2)};
  std::vector<double> row(32);
  // An own pawn on a2 defends an own pawn on b3.
  MergedRows(net).ThreatRow(0, row);
  for (int j = 0; j < 32; ++j) {
    EXPECT_EQ(row[j], static_cast<double>(net.weights.fine_threat[j]) +
                          net.weights.coarse_threat[17 * 32 + j]);
  }
  MergedRows(net).PieceRow(0, row);
  for (int j = 0; j < 32; ++j) EXPECT_EQ(row[j], net.weights.piece[j]);
}

}  // namespace
}  // namespace coherent::exporting
