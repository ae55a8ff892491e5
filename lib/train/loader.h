// Packages of games to training positions.
#ifndef COHERENT_LIB_TRAIN_LOADER_H_
#define COHERENT_LIB_TRAIN_LOADER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/data/filter.h"
#include "lib/train/dataset.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

// The positions of all packages that pass the filter, in order. Damage is an error, and so is a
// package of which nothing passes.
absl::StatusOr<Dataset> LoadPackages(const std::vector<std::string>& paths,
                                     const data::FilterRules& filter, ThreadPool& pool);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_LOADER_H_
