#include "lib/train/batch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "lib/train/loss.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

// (row, view) for each entry of the lists.
std::vector<std::pair<u32, u32>> Pairs(const Lists& lists, int count, bool item_first) {
  std::vector<std::pair<u32, u32>> pairs;
  for (int i = 0; i < count; ++i) {
    for (u32 j = 0; j < lists.count[i]; ++j) {
      const u32 item = lists.items[lists.first[i] + j];
      pairs.emplace_back(item_first ? item : i, item_first ? i : item);
    }
  }
  return pairs;
}

TEST(BatchTest, ListsTheSamePairsBothWays) {
  const RowMap rows(SmallShape(32, net::kThreatRows, false));
  const std::vector<TrainingPosition> positions = RandomPositions(300, 1);
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    Batch batch(rows);
    for (const int count : {300, 1, 200}) {
      batch.Fill(std::span(positions).first(count), 0.5, pool);
      batch.Invert(pool);
      auto by_view = Pairs(batch.rows_of_views(), batch.views(), true);
      std::sort(by_view.begin(), by_view.end());
      EXPECT_EQ(Pairs(batch.views_of_rows(), rows.rows(), false), by_view);
    }
  }
}

TEST(BatchTest, SetsTargetsByScoreAndResult) {
  const RowMap rows(SmallShape(32, 0, false));
  const std::vector<TrainingPosition> positions = RandomPositions(10, 2);
  ThreadPool pool(2);
  Batch batch(rows);
  batch.Fill(positions, 0.3, pool);
  ASSERT_EQ(batch.targets().size(), 10u);
  for (size_t i = 0; i < positions.size(); ++i) {
    EXPECT_FLOAT_EQ(batch.targets()[i], static_cast<float>(Target(0.3, positions[i].score_cp(),
                                                                  positions[i].half_points())));
  }
}

}  // namespace
}  // namespace coherent::train
