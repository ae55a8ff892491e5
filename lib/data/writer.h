// Writing packages of games, so that a run may be killed at any moment and continued. Specified by
// docs/data_format.md.
#ifndef COHERENT_LIB_DATA_WRITER_H_
#define COHERENT_LIB_DATA_WRITER_H_

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

class PackageWriter {
 public:
  // A new package. AlreadyExists if there is such a file.
  static absl::StatusOr<PackageWriter> Create(absl::string_view path, const Json& manifest);
  // Continues a package, finished or not, behind its last game; a block that was cut is dropped.
  // InvalidArgument if its manifest is another, DataLoss if it is damaged elsewhere.
  static absl::StatusOr<PackageWriter> Continue(absl::string_view path, const Json& manifest);

  // Games added so far, those of earlier runs included; and their positions.
  u64 games() const { return games_; }
  u64 positions() const { return positions_; }

  // Writes and syncs a block whenever one is full. After an error nothing more may be added.
  absl::Status Add(const Game& game);
  // Writes what is left, and the index. FailedPrecondition if there is no game at all. Nothing may
  // be added after it.
  absl::Status Finish();

 private:
  PackageWriter(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  absl::Status Append(absl::string_view bytes);
  absl::Status WriteBlock();
  // Forgets what is in the file from `offset` on.
  absl::Status CutAt(u64 offset);

  std::string path_;
  UniqueFd fd_;
  u64 end_ = 0;  // of the file
  std::vector<BlockInfo> blocks_;
  u64 games_ = 0;
  u64 positions_ = 0;
  // The block that is not full yet.
  std::string pending_;
  u32 pending_games_ = 0;
  u32 pending_positions_ = 0;
};

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_WRITER_H_
