#include "lib/train/dataset.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "lib/base/check.h"
#include "lib/base/random.h"

namespace coherent::train {

void EpochOrder::Begin(i64 epoch) {
  CHECK(dataset_.size() <= std::numeric_limits<u32>::max());
  order_.resize(dataset_.size());
  std::iota(order_.begin(), order_.end(), u32{0});
  Random random(Random(seed_).Next() + static_cast<u64>(epoch));
  random.Shuffle(std::span(order_));
}

void EpochOrder::Copy(size_t first, std::span<TrainingPosition> to, ThreadPool& pool) const {
  constexpr size_t kChunk = 256;
  const std::span<const TrainingPosition> from = dataset_.positions();
  pool.For(static_cast<int>((to.size() + kChunk - 1) / kChunk), [&](int chunk) {
    const size_t end = std::min(to.size(), (chunk + 1) * kChunk);
    for (size_t i = chunk * kChunk; i < end; ++i) to[i] = from[order_[first + i]];
  });
}

}  // namespace coherent::train
