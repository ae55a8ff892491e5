// Reading packages of games. Specified by docs/data_format.md.
#ifndef COHERENT_LIB_DATA_READER_H_
#define COHERENT_LIB_DATA_READER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/data/block.h"
#include "lib/data/record.h"

namespace coherent::data {

// A package, open. Its const functions may be called from several threads at once.
class PackageReader {
 public:
  // Finds the blocks, by the index or by walking from one to the next. DataLoss if the header is
  // damaged; what else is lost is told by damage(). Blocks are verified when they are read.
  static absl::StatusOr<PackageReader> Open(absl::string_view path);

  const std::string& path() const { return path_; }
  const Json& manifest() const { return manifest_; }
  const std::vector<BlockInfo>& blocks() const { return blocks_; }
  // As the blocks' headers say.
  u64 games() const;
  u64 positions() const;
  u64 file_bytes() const { return size_; }
  // Whether the run that wrote the package has ended: then it has an index.
  bool is_finished() const { return is_finished_; }
  // Where the last good block ends; the index begins there if there is one.
  u64 data_end() const { return blocks_.empty() ? data_begin_ : blocks_.back().end(); }
  // Bytes behind data_end() that are no index: what a run that was killed left unfinished.
  u64 unfinished_bytes() const { return is_finished_ ? 0 : size_ - data_end(); }

  // A part of the file that is neither block nor index, nor the beginning of one at the end.
  struct Damage {
    u64 offset;
    std::string message;  // with path and offset
  };
  const std::vector<Damage>& damage() const { return damage_; }

  // The verified bytes of one block's games. DataLoss names file, block and offset.
  absl::StatusOr<std::string> ReadBlockBytes(size_t block) const;
  absl::StatusOr<std::vector<Game>> ReadBlock(size_t block) const;

 private:
  PackageReader(std::string path, UniqueFd fd, u64 size)
      : path_(std::move(path)), fd_(std::move(fd)), size_(size) {}

  absl::Status ReadHeader();
  absl::StatusOr<std::vector<BlockInfo>> ReadIndex() const;
  absl::Status Walk();
  // What lies behind the last good block of a package without a good index.
  absl::Status ExamineEnd();
  // The first whole and good block that begins at `offset` or after it.
  absl::StatusOr<u64> FindBlock(u64 offset) const;
  absl::StatusOr<BlockInfo> BlockAt(u64 offset) const;
  absl::StatusOr<std::string> ReadAt(u64 offset, u64 bytes) const;
  std::string BlockName(u64 offset) const;

  std::string path_;
  UniqueFd fd_;
  u64 size_;
  Json manifest_;
  u64 data_begin_ = 0;
  std::vector<BlockInfo> blocks_;
  bool is_finished_ = false;
  std::vector<Damage> damage_;
};

// Every game of a package, in order. Stops at the first error: damage, or an error of `visit`.
template <class Visit>
absl::Status ForEachGame(const PackageReader& package, Visit visit) {
  for (size_t block = 0; block < package.blocks().size(); ++block) {
    const absl::StatusOr<std::vector<Game>> games = package.ReadBlock(block);
    if (!games.ok()) return games.status();
    for (const Game& game : *games) {
      if (absl::Status status = visit(game); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_READER_H_
