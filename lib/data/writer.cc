#include "lib/data/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/data/reader.h"

namespace coherent::data {
namespace {

absl::Status ErrnoError(absl::string_view path, absl::string_view action) {
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": ", action));
}

// Two runs that write one package would tear it apart: one of them is refused.
absl::StatusOr<UniqueFd> OpenForAppending(const std::string& path) {
  UniqueFd fd(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!fd.open()) return ErrnoError(path, "cannot open for writing");
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return ErrnoError(path, "another run is writing it");
  struct stat opened = {}, named = {};
  if (fstat(fd.get(), &opened) != 0 || stat(path.c_str(), &named) != 0) {
    return ErrnoError(path, "cannot examine");
  }
  if (opened.st_ino != named.st_ino) {
    return absl::AbortedError(absl::StrCat(path, ": replaced while it was opened"));
  }
  return fd;
}

// The first difference between two manifests of the same kind.
absl::Status Differs(absl::string_view path, const Json& found, const Json& expected) {
  for (const auto& [key, value] : expected.items()) {
    const auto it = found.find(key);
    if (it == found.end() || *it != value) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": manifest: ", key, ": found ",
                                                     it == found.end() ? "nothing" : it->dump(),
                                                     ", expected ", value.dump()));
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": manifest: found ", found.dump(), ", expected ", expected.dump()));
}

}  // namespace

absl::StatusOr<PackageWriter> PackageWriter::Create(absl::string_view path, const Json& manifest) {
  std::string name(path);
  if (access(name.c_str(), F_OK) == 0) {
    return absl::AlreadyExistsError(absl::StrCat(path, ": is there already"));
  }
  // The header is there whole or not at all, so that every package can be continued.
  const std::string header = MakeHeader(manifest);
  RETURN_IF_ERROR(WriteFileAtomically(path, header));
  ASSIGN_OR_RETURN(UniqueFd fd, OpenForAppending(name));
  PackageWriter writer(std::move(name), std::move(fd));
  writer.end_ = header.size();
  return writer;
}

absl::StatusOr<PackageWriter> PackageWriter::Continue(absl::string_view path,
                                                      const Json& manifest) {
  std::string name(path);
  ASSIGN_OR_RETURN(UniqueFd fd, OpenForAppending(name));
  ASSIGN_OR_RETURN(const PackageReader package, PackageReader::Open(path));
  if (package.manifest() != manifest) return Differs(path, package.manifest(), manifest);
  // What was lost at the end is written again, as if it had never been there.
  for (const PackageReader::Damage& damage : package.damage()) {
    if (damage.offset < package.data_end()) return absl::DataLossError(damage.message);
  }
  PackageWriter writer(std::move(name), std::move(fd));
  writer.blocks_ = package.blocks();
  writer.games_ = package.games();
  writer.positions_ = package.positions();
  u64 end = package.data_end();
  if (!writer.blocks_.empty()) {
    // A last block that is not full is filled up, as if the run had not been interrupted.
    const BlockInfo last = writer.blocks_.back();
    ASSIGN_OR_RETURN(std::string games, package.ReadBlockBytes(writer.blocks_.size() - 1));
    if (games.size() < kFullBlockBytes) {
      writer.pending_ = std::move(games);
      writer.pending_games_ = last.games;
      writer.pending_positions_ = last.positions;
      writer.blocks_.pop_back();
      end = last.offset;
    }
  }
  RETURN_IF_ERROR(writer.CutAt(end));
  return writer;
}

absl::Status PackageWriter::Add(const Game& game) {
  RETURN_IF_ERROR(AppendGame(game, pending_));
  ++games_;
  ++pending_games_;
  positions_ += game.moves.size();
  pending_positions_ += static_cast<u32>(game.moves.size());
  return pending_.size() < kFullBlockBytes ? absl::OkStatus() : WriteBlock();
}

absl::Status PackageWriter::Finish() {
  if (games_ == 0) {
    return absl::FailedPreconditionError(absl::StrCat(path_, ": no game was written"));
  }
  if (pending_games_ > 0) RETURN_IF_ERROR(WriteBlock());
  return Append(MakeIndex(blocks_, end_));
}

absl::Status PackageWriter::WriteBlock() {
  const std::string block = MakeBlock(pending_, pending_games_, pending_positions_);
  blocks_.push_back({.offset = end_,
                     .bytes = block.size(),
                     .games = pending_games_,
                     .positions = pending_positions_});
  pending_.clear();
  pending_games_ = pending_positions_ = 0;
  return Append(block);
}

absl::Status PackageWriter::Append(absl::string_view bytes) {
  end_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = write(fd_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ErrnoError(path_, "cannot write");
    bytes.remove_prefix(written);
  }
  if (fdatasync(fd_.get()) != 0) return ErrnoError(path_, "cannot sync");
  return absl::OkStatus();
}

absl::Status PackageWriter::CutAt(u64 offset) {
  if (ftruncate(fd_.get(), static_cast<off_t>(offset)) != 0) return ErrnoError(path_, "cannot cut");
  end_ = offset;
  return absl::OkStatus();
}

}  // namespace coherent::data
