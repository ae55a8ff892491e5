// Training positions in memory, by package. 32 bytes each.
#ifndef COHERENT_LIB_TRAIN_DATASET_H_
#define COHERENT_LIB_TRAIN_DATASET_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/int.h"
#include "lib/train/position.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

class Dataset {
 public:
  struct Package {
    std::string name;
    size_t first;
    size_t count;
  };

  void Add(std::string name, std::span<const TrainingPosition> positions) {
    packages_.push_back({std::move(name), positions_.size(), positions.size()});
    positions_.insert(positions_.end(), positions.begin(), positions.end());
  }

  size_t size() const { return positions_.size(); }
  const std::vector<Package>& packages() const { return packages_; }
  std::span<const TrainingPosition> positions() const { return positions_; }
  std::span<const TrainingPosition> PositionsOf(const Package& package) const {
    return positions().subspan(package.first, package.count);
  }

 private:
  std::vector<Package> packages_;
  std::vector<TrainingPosition> positions_;
};

// All positions of a set in a new random order for each epoch, which depends on seed and epoch
// alone. The set must have fewer than 2^32 positions and outlive it.
class EpochOrder {
 public:
  EpochOrder(const Dataset& dataset, u64 seed) : dataset_(dataset), seed_(seed) {}

  // Begins an epoch, from 0.
  void Begin(i64 epoch);
  // Copies the positions from the `first`-th on.
  void Copy(size_t first, std::span<TrainingPosition> to, ThreadPool& pool) const;

 private:
  const Dataset& dataset_;
  u64 seed_;
  std::vector<u32> order_;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_DATASET_H_
