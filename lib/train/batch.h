// The positions of one step: their targets, and which rows their views switch on, both ways round.
#ifndef COHERENT_LIB_TRAIN_BATCH_H_
#define COHERENT_LIB_TRAIN_BATCH_H_

#include <memory>
#include <span>
#include <vector>

#include "lib/base/int.h"
#include "lib/train/kernels/kernels.h"
#include "lib/train/position.h"
#include "lib/train/rows.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

// Room for `size` numbers, whatever was in memory there.
class Scratch {
 public:
  void Reserve(size_t size) {
    if (size <= size_) return;
    items_ = std::make_unique_for_overwrite<u32[]>(size);
    size_ = size;
  }
  u32* data() { return items_.get(); }
  const u32* data() const { return items_.get(); }

 private:
  std::unique_ptr<u32[]> items_;
  size_t size_ = 0;
};

// Filled again for each step, so that its memory is used again. View 2 * p is that of the side to
// move in position p, view 2 * p + 1 the other side's.
class Batch {
 public:
  explicit Batch(const RowMap& rows) : row_map_(rows) {}

  // Rows of each view, and targets; `result_share` as in loss.h.
  void Fill(std::span<const TrainingPosition> positions, double result_share, ThreadPool& pool);
  // Views of each row, ascending: after Fill, for a step that moves weights.
  void Invert(ThreadPool& pool);

  int positions() const { return static_cast<int>(targets_.size()); }
  int views() const { return 2 * positions(); }
  const std::vector<float>& targets() const { return targets_; }
  Lists rows_of_views() const {
    return {rows_.data(), first_of_view_.data(), count_of_view_.data()};
  }
  Lists views_of_rows() const {
    return {views_.data(), first_of_row_.data(), count_of_row_.data()};
  }

 private:
  void FillChunk(std::span<const TrainingPosition> positions, int first, int end,
                 double result_share);

  const RowMap& row_map_;
  std::vector<float> targets_;
  Scratch rows_;
  std::vector<u32> first_of_view_;
  std::vector<u32> count_of_view_;
  Scratch views_;
  std::vector<u32> first_of_row_;
  std::vector<u32> count_of_row_;
  // For each part of the views, where the next of a row's views goes.
  std::vector<std::vector<u32>> next_;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_BATCH_H_
