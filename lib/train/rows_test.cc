#include "lib/train/rows.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/chess/testing.h"
#include "lib/net/features.h"
#include "lib/net/threats.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

const Shape kShapes[] = {SmallShape(32, 0, false), SmallShape(32, 0, true),
                         SmallShape(32, net::kThreatRows, true)};

TEST(RowsTest, GivesEveryRowAPlaceInOneGroup) {
  for (const Shape& shape : kShapes) {
    const RowMap map(shape);
    EXPECT_EQ(map.rows(), shape.architecture.piece_rows() + shape.architecture.threat_rows);
    std::vector<int> seen(map.rows());
    for (int row = 0; row < map.rows(); ++row) ++seen[map.Place(row)];
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), map.rows());
    int next = 0;
    for (const RowGroup& group : map.groups()) {
      EXPECT_EQ(group.first, next);
      EXPECT_LE(group.count, kMaxGroup);
      next += group.count;
    }
    EXPECT_EQ(next, map.rows());
  }
}

TEST(RowsTest, PutsRowsOfOneBaseTogether) {
  const RowMap map(kShapes[2]);
  std::vector<int> base_of_place(map.rows());
  for (const RowGroup& group : map.groups()) {
    std::fill_n(base_of_place.begin() + group.first, group.count, group.base);
  }
  for (int row = 0; row < map.piece_rows(); ++row) {
    EXPECT_EQ(base_of_place[map.Place(row)], row % 768);
  }
  for (int row = 0; row < net::kThreatRows; ++row) {
    EXPECT_EQ(base_of_place[map.Place(map.piece_rows() + row)],
              768 + CoarseThreatRow(net::AllThreatPairs()[row]));
  }
}

TEST(RowsTest, FindsTheRowsThatTheNetSees) {
  Random random(1);
  for (const Shape& shape : kShapes) {
    const RowMap map(shape);
    const auto expected = [&](const net::Board& board, chess::Color color) {
      std::vector<u32> rows;
      for (const int row : net::PieceRows(shape.architecture.bucket_table, board, color)) {
        rows.push_back(static_cast<u32>(map.Place(row)));
      }
      if (map.has_threats()) {
        for (const int row : net::ThreatRows(board, color)) {
          rows.push_back(static_cast<u32>(map.Place(map.piece_rows() + row)));
        }
      }
      std::sort(rows.begin(), rows.end());
      return rows;
    };
    chess::PlayRandomly(chess::Position(), 150, random,
                        [&](const chess::Position& position, chess::Move, const chess::Position&) {
                          std::vector<u32> own(map.views_max_rows()), other(map.views_max_rows());
                          const auto counts =
                              map.Find(TrainingPosition(position, 0, 1), own.data(), other.data());
                          own.resize(counts.own);
                          other.resize(counts.other);
                          std::sort(own.begin(), own.end());
                          std::sort(other.begin(), other.end());
                          const net::Board board(position);
                          EXPECT_EQ(own, expected(board, position.side_to_move()));
                          EXPECT_EQ(other, expected(board, !position.side_to_move()));
                        });
  }
}

}  // namespace
}  // namespace coherent::train
