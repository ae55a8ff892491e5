// Training positions of many packages in a random order, streamed: no more than a buffer of them is
// in memory. The order depends on packages, filter, seed and epoch alone.
#ifndef COHERENT_LIB_DATA_SHUFFLE_H_
#define COHERENT_LIB_DATA_SHUFFLE_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/data/filter.h"
#include "lib/data/reader.h"
#include "lib/data/sample.h"

namespace coherent::data {

struct ShuffleOptions {
  u64 seed = 1;
  // Samples held; each is 32 bytes. With room for all of them every order is equally likely.
  size_t buffer_samples = size_t{1} << 24;
  FilterRules filter;
};

// One thread at a time. Blocks are drawn in random order from all packages, and samples at random
// from those of the blocks drawn so far.
class ShuffledReader {
 public:
  // Packages may be unfinished: their whole blocks are read. DataLoss if one is damaged,
  // InvalidArgument if one has no games.
  static absl::StatusOr<ShuffledReader> Open(const std::vector<std::string>& packages,
                                             const ShuffleOptions& options);

  const std::vector<PackageReader>& packages() const { return packages_; }
  // Of all packages, before the filter.
  u64 positions() const;

  // Begins to read everything once, in the order of `epoch`. Open() has begun epoch 0.
  void BeginEpoch(u64 epoch);
  // Fills `samples` from the front. Returns how many, fewer than asked for only at the end of the
  // epoch.
  absl::StatusOr<size_t> Read(std::span<PackedSample> samples);
  // Passes over the next samples, as a run that is continued has to.
  absl::Status Skip(u64 samples);

  // Of this epoch so far.
  const FilterCounts& counts() const { return counts_; }

 private:
  struct BlockRef {
    size_t package;
    size_t block;
  };

  ShuffledReader(std::vector<PackageReader> packages, const ShuffleOptions& options);

  // Reads blocks until the buffer is full or none is left.
  absl::Status Fill();

  std::vector<PackageReader> packages_;
  ShuffleOptions options_;
  std::vector<BlockRef> order_;
  size_t next_block_ = 0;
  Random random_;
  std::vector<PackedSample> buffer_;
  FilterCounts counts_;
};

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_SHUFFLE_H_
