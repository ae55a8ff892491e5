#include "lib/data/shuffle.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"

namespace coherent::data {

absl::StatusOr<ShuffledReader> ShuffledReader::Open(const std::vector<std::string>& packages,
                                                    const ShuffleOptions& options) {
  if (packages.empty()) return absl::InvalidArgumentError("no package to read");
  std::vector<PackageReader> readers;
  for (const std::string& path : packages) {
    ASSIGN_OR_RETURN(PackageReader reader, PackageReader::Open(path));
    if (!reader.damage().empty()) return absl::DataLossError(reader.damage().front().message);
    if (reader.games() == 0) return absl::InvalidArgumentError(absl::StrCat(path, ": no games"));
    readers.push_back(std::move(reader));
  }
  return ShuffledReader(std::move(readers), options);
}

ShuffledReader::ShuffledReader(std::vector<PackageReader> packages, const ShuffleOptions& options)
    : packages_(std::move(packages)), options_(options), random_(options.seed) {
  BeginEpoch(0);
}

u64 ShuffledReader::positions() const {
  u64 sum = 0;
  for (const PackageReader& package : packages_) sum += package.positions();
  return sum;
}

void ShuffledReader::BeginEpoch(u64 epoch) {
  random_ = Random(Random(options_.seed).Next() ^ Random(epoch).Next());
  order_.clear();
  for (size_t package = 0; package < packages_.size(); ++package) {
    const size_t blocks = packages_[package].blocks().size();
    for (size_t block = 0; block < blocks; ++block) order_.push_back({package, block});
  }
  random_.Shuffle(std::span(order_));
  next_block_ = 0;
  buffer_.clear();
  counts_ = {};
}

absl::Status ShuffledReader::Fill() {
  while (buffer_.size() < options_.buffer_samples && next_block_ < order_.size()) {
    const BlockRef ref = order_[next_block_++];
    ASSIGN_OR_RETURN(const std::vector<Game> games, packages_[ref.package].ReadBlock(ref.block));
    for (const Game& game : games) AppendSamples(game, options_.filter, buffer_, counts_);
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> ShuffledReader::Read(std::span<PackedSample> samples) {
  for (size_t i = 0; i < samples.size(); ++i) {
    RETURN_IF_ERROR(Fill());
    if (buffer_.empty()) return i;
    PackedSample& drawn = buffer_[random_.Below(buffer_.size())];
    samples[i] = drawn;
    drawn = buffer_.back();
    buffer_.pop_back();
  }
  return samples.size();
}

absl::Status ShuffledReader::Skip(u64 samples) {
  std::array<PackedSample, 1'024> passed;
  while (samples > 0) {
    const size_t wanted = std::min<u64>(samples, passed.size());
    ASSIGN_OR_RETURN(const size_t got, Read(std::span(passed).first(wanted)));
    if (got < wanted) return absl::OutOfRangeError("the epoch has fewer samples");
    samples -= got;
  }
  return absl::OkStatus();
}

}  // namespace coherent::data
