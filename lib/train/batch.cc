#include "lib/train/batch.h"

#include <algorithm>

#include "lib/train/loss.h"

namespace coherent::train {
namespace {

constexpr int kChunk = 128;  // positions that one thread fills at a time

}  // namespace

void Batch::Fill(std::span<const TrainingPosition> positions, double result_share,
                 ThreadPool& pool) {
  const int count = static_cast<int>(positions.size());
  targets_.resize(count);
  first_of_view_.resize(size_t{2} * count);
  count_of_view_.resize(size_t{2} * count);
  rows_.Reserve(size_t{2} * count * row_map_.views_max_rows());
  pool.For((count + kChunk - 1) / kChunk, [&](int chunk) {
    FillChunk(positions, chunk * kChunk, std::min(count, (chunk + 1) * kChunk), result_share);
  });
}

void Batch::FillChunk(std::span<const TrainingPosition> positions, int first, int end,
                      double result_share) {
  const int max_rows = row_map_.views_max_rows();
  // Chunks begin where all before them would end if every view were full.
  u32 at = static_cast<u32>(2 * first * max_rows);
  std::vector<u32> other(max_rows);
  for (int p = first; p < end; ++p) {
    const TrainingPosition& position = positions[p];
    targets_[p] =
        static_cast<float>(Target(result_share, position.score_cp(), position.half_points()));
    u32* own = rows_.data() + at;
    const RowMap::Counts counts = row_map_.Find(position, own, other.data());
    std::copy_n(other.data(), counts.other, own + counts.own);
    const size_t view = size_t{2} * p;
    first_of_view_[view] = at;
    first_of_view_[view + 1] = at + counts.own;
    count_of_view_[view] = counts.own;
    count_of_view_[view + 1] = counts.other;
    at += counts.own + counts.other;
  }
}

// A counting sort, each thread with a part of the views; the result does not depend on the parts.
void Batch::Invert(ThreadPool& pool) {
  const int parts = pool.threads(), rows = row_map_.rows();
  const auto for_each_row = [&](int part, auto visit) {
    const int end = static_cast<int>(i64{views()} * (part + 1) / parts);
    for (int view = static_cast<int>(i64{views()} * part / parts); view < end; ++view) {
      const u32* row = rows_.data() + first_of_view_[view];
      for (u32 left = count_of_view_[view]; left > 0; --left) visit(*row++, view);
    }
  };
  next_.resize(parts);
  pool.For(parts, [&](int part) {
    next_[part].assign(rows, 0);
    for_each_row(part, [&](u32 row, int) { ++next_[part][row]; });
  });
  first_of_row_.resize(rows);
  count_of_row_.resize(rows);
  u32 at = 0;
  for (int row = 0; row < rows; ++row) {
    first_of_row_[row] = at;
    for (std::vector<u32>& next : next_) {
      const u32 count = next[row];
      next[row] = at;
      at += count;
    }
    count_of_row_[row] = at - first_of_row_[row];
  }
  views_.Reserve(at);
  pool.For(parts, [&](int part) {
    u32* next = next_[part].data();
    for_each_row(part,
                 [&](u32 row, int view) { views_.data()[next[row]++] = static_cast<u32>(view); });
  });
}

}  // namespace coherent::train
