#include "lib/data/reader.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "lib/base/bytes.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"

namespace coherent::data {
namespace {

constexpr u64 kMaxManifestBytes = u64{1} << 20;

}  // namespace

absl::StatusOr<PackageReader> PackageReader::Open(absl::string_view path) {
  ASSIGN_OR_RETURN(UniqueFd fd, OpenForReading(path));
  struct stat status = {};
  if (fstat(fd.get(), &status) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot examine"));
  }
  if (!S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": not a regular file"));
  }
  PackageReader reader(std::string(path), std::move(fd), status.st_size);
  RETURN_IF_ERROR(reader.ReadHeader());
  if (absl::StatusOr<std::vector<BlockInfo>> index = reader.ReadIndex(); index.ok()) {
    reader.blocks_ = *std::move(index);
    reader.is_finished_ = true;
  } else {
    RETURN_IF_ERROR(reader.Walk());
  }
  return reader;
}

u64 PackageReader::games() const {
  return std::accumulate(blocks_.begin(), blocks_.end(), u64{0},
                         [](u64 sum, const BlockInfo& block) { return sum + block.games; });
}

u64 PackageReader::positions() const {
  return std::accumulate(blocks_.begin(), blocks_.end(), u64{0},
                         [](u64 sum, const BlockInfo& block) { return sum + block.positions; });
}

absl::Status PackageReader::ReadHeader() {
  ASSIGN_OR_RETURN(const std::string start, ReadAt(0, std::min<u64>(size_, 16)));
  if (start.size() < 16 || absl::string_view(start).substr(0, 8) != kPackageMagic) {
    return absl::DataLossError(absl::StrCat(
        path_, ": found ", size_ == 0 ? "an empty file" : "other bytes", ", expected a package"));
  }
  if (const u32 version = GetLittleEndian<u32>(start, 8); version != kPackageVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat(path_, ": version: found ", version, ", expected ", kPackageVersion));
  }
  const u64 manifest_bytes = GetLittleEndian<u32>(start, 12);
  const u64 checked = 16 + manifest_bytes;
  if (manifest_bytes > kMaxManifestBytes || checked + 8 > size_) {
    return absl::DataLossError(absl::StrCat(path_, ": manifest: found ", size_ - 16,
                                            " bytes, expected ", manifest_bytes + 8));
  }
  ASSIGN_OR_RETURN(const std::string header, ReadAt(0, checked + 8));
  const absl::string_view body = absl::string_view(header).substr(0, checked);
  if (Checksum(body) != GetLittleEndian<u64>(header, checked)) {
    return absl::DataLossError(absl::StrCat(path_, ": header at byte 0: checksum differs"));
  }
  ASSIGN_OR_RETURN(manifest_, ParseJson(absl::StrCat(path_, ": manifest"), body.substr(16)));
  data_begin_ = checked + 8;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BlockInfo>> PackageReader::ReadIndex() const {
  if (size_ < data_begin_ + 32) return absl::NotFoundError("no index");
  ASSIGN_OR_RETURN(const std::string tail, ReadAt(size_ - 8, 8));
  const u64 offset = GetLittleEndian<u64>(tail, 0);
  if (offset < data_begin_ || offset > size_ - 32) return absl::NotFoundError("no index");
  ASSIGN_OR_RETURN(const std::string bytes, ReadAt(offset, size_ - offset));
  return ParseIndex(path_, bytes);
}

absl::Status PackageReader::Walk() {
  u64 offset = data_begin_;
  while (offset < size_) {
    const absl::StatusOr<BlockInfo> block = BlockAt(offset);
    if (block.ok()) {
      blocks_.push_back(*block);
      offset = block->end();
      continue;
    }
    const absl::StatusOr<u64> next = FindBlock(offset + 1);
    if (absl::IsNotFound(next.status())) return ExamineEnd();
    if (!next.ok()) return next.status();
    damage_.push_back({offset, absl::StrCat(BlockName(offset), ": ", block.status().message(), "; ",
                                            *next - offset, " bytes lost")});
    offset = *next;
  }
  return absl::OkStatus();
}

absl::Status PackageReader::ExamineEnd() {
  const u64 begin = data_end();
  ASSIGN_OR_RETURN(const std::string end, ReadAt(begin, size_ - begin));
  const absl::StatusOr<BlockInfo> block = ParseBlockHeader(begin, end);
  const bool is_cut_block = end.size() < kBlockHeaderBytes
                                ? absl::StartsWith(kBlockMagic, end.substr(0, kBlockMagic.size()))
                                : block.ok() && block->end() > size_;
  const bool is_cut_index = absl::StartsWith(MakeIndex(blocks_, begin), end);
  if (!is_cut_block && !is_cut_index) {
    damage_.push_back({begin, absl::StrCat(path_, ": at byte ", begin, ": ", size_ - begin,
                                           " bytes are neither a good block nor a good index")});
  }
  return absl::OkStatus();
}

absl::StatusOr<u64> PackageReader::FindBlock(u64 offset) const {
  // Pieces overlap so that no magic hides between two of them.
  constexpr u64 kPiece = u64{1} << 20;
  for (; offset < size_; offset += kPiece - kBlockMagic.size()) {
    ASSIGN_OR_RETURN(const std::string piece, ReadAt(offset, std::min(kPiece, size_ - offset)));
    size_t at = piece.find(kBlockMagic.data(), 0, kBlockMagic.size());
    while (at != std::string::npos) {
      if (BlockAt(offset + at).ok()) return offset + at;
      at = piece.find(kBlockMagic.data(), at + 1, kBlockMagic.size());
    }
  }
  return absl::NotFoundError("no further block");
}

absl::StatusOr<BlockInfo> PackageReader::BlockAt(u64 offset) const {
  ASSIGN_OR_RETURN(const std::string header,
                   ReadAt(offset, std::min<u64>(kBlockHeaderBytes, size_ - offset)));
  ASSIGN_OR_RETURN(const BlockInfo block, ParseBlockHeader(offset, header));
  if (block.end() > size_) {
    return absl::DataLossError(
        absl::StrCat("found ", size_ - offset, " bytes, expected ", block.bytes));
  }
  // Verified, for a damaged size would lead astray.
  ASSIGN_OR_RETURN(const std::string bytes, ReadAt(offset, block.bytes));
  const absl::Status status = UnpackBlock("block", bytes).status();
  if (!status.ok()) return status;
  return block;
}

absl::StatusOr<std::string> PackageReader::ReadAt(u64 offset, u64 bytes) const {
  std::string read(bytes, '\0');
  size_t size = 0;
  while (size < bytes) {
    const ssize_t got =
        pread(fd_.get(), read.data() + size, bytes - size, static_cast<off_t>(offset + size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return absl::ErrnoToStatus(errno, absl::StrCat(path_, ": cannot read"));
    if (got == 0) {
      return absl::DataLossError(
          absl::StrCat(path_, ": at byte ", offset, ": found ", size, " bytes, expected ", bytes));
    }
    size += got;
  }
  return read;
}

std::string PackageReader::BlockName(u64 offset) const {
  const auto is_before = [&](const BlockInfo& block) { return block.offset < offset; };
  const auto number = std::count_if(blocks_.begin(), blocks_.end(), is_before) + 1;
  return absl::StrCat(path_, ": block ", number, " at byte ", offset);
}

absl::StatusOr<std::string> PackageReader::ReadBlockBytes(size_t block) const {
  CHECK(block < blocks_.size());
  const BlockInfo& info = blocks_[block];
  ASSIGN_OR_RETURN(const std::string bytes, ReadAt(info.offset, info.bytes));
  const std::string name = BlockName(info.offset);
  const absl::StatusOr<BlockInfo> header = ParseBlockHeader(info.offset, bytes);
  if (!header.ok()) return absl::DataLossError(absl::StrCat(name, ": ", header.status().message()));
  if (*header != info) return absl::DataLossError(absl::StrCat(name, ": not what the index says"));
  return UnpackBlock(name, bytes);
}

absl::StatusOr<std::vector<Game>> PackageReader::ReadBlock(size_t block) const {
  ASSIGN_OR_RETURN(const std::string bytes, ReadBlockBytes(block));
  const BlockInfo& info = blocks_[block];
  ByteReader reader(path_, bytes);
  std::vector<Game> games;
  games.reserve(info.games);
  u64 positions = 0;
  while (reader.remaining() > 0) {
    absl::StatusOr<Game> game = ReadGame(reader);
    if (!game.ok()) {
      return absl::DataLossError(absl::StrCat(BlockName(info.offset), ": game ", games.size() + 1,
                                              ": ", game.status().message()));
    }
    positions += game->moves.size();
    games.push_back(*std::move(game));
  }
  if (games.size() != info.games || positions != info.positions) {
    return absl::DataLossError(absl::StrCat(BlockName(info.offset), ": found ", games.size(),
                                            " games and ", positions, " positions, expected ",
                                            info.games, " and ", info.positions));
  }
  return games;
}

}  // namespace coherent::data
