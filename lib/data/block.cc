#include "lib/data/block.h"

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "lib/base/bytes.h"
#include "lib/base/check.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/zstd.h"

namespace coherent::data {
namespace {

constexpr size_t kChecksumOffset = 24;
// Higher levels gain less than one byte in fifty.
constexpr int kZstdLevel = 12;

template <class... Parts>
absl::Status Damaged(absl::string_view name, const Parts&... parts) {
  return absl::DataLossError(absl::StrCat(name, ": ", parts...));
}

u64 BlockChecksum(absl::string_view block) {
  return Checksum(absl::StrCat(block.substr(0, kChecksumOffset), block.substr(kBlockHeaderBytes)));
}

}  // namespace

u64 Checksum(absl::string_view bytes) {
  const std::string hex = Sha256Hex(bytes);
  return GetLittleEndian<u64>(absl::HexStringToBytes(absl::string_view(hex).substr(0, 16)), 0);
}

std::string MakeHeader(const Json& manifest) {
  const std::string text = manifest.dump();
  std::string header(kPackageMagic);
  PutLittleEndian<u32>(header, kPackageVersion);
  PutLittleEndian<u32>(header, static_cast<u32>(text.size()));
  header += text;
  PutLittleEndian<u64>(header, Checksum(header));
  return header;
}

std::string MakeBlock(absl::string_view games, u32 game_count, u32 positions) {
  CHECK(game_count > 0 && games.size() <= kMaxBlockBytes);
  const std::string payload = Compress(games, kZstdLevel);
  std::string block(kBlockMagic);
  PutLittleEndian<u32>(block, static_cast<u32>(payload.size()));
  PutLittleEndian<u32>(block, static_cast<u32>(games.size()));
  PutLittleEndian<u32>(block, game_count);
  PutLittleEndian<u32>(block, positions);
  const u64 checksum = Checksum(absl::StrCat(block, payload));
  PutLittleEndian<u64>(block, checksum);
  return block + payload;
}

std::string MakeIndex(const std::vector<BlockInfo>& blocks, u64 index_offset) {
  std::string index(kIndexMagic);
  PutLittleEndian<u64>(index, blocks.size());
  for (const BlockInfo& block : blocks) {
    PutLittleEndian<u64>(index, block.offset);
    PutLittleEndian<u32>(index, block.games);
    PutLittleEndian<u32>(index, block.positions);
  }
  PutLittleEndian<u64>(index, Checksum(index));
  PutLittleEndian<u64>(index, index_offset);
  return index;
}

absl::StatusOr<BlockInfo> ParseBlockHeader(u64 offset, absl::string_view bytes) {
  if (bytes.size() < kBlockHeaderBytes) {
    return absl::DataLossError(
        absl::StrCat("block header: found ", bytes.size(), " bytes, expected ", kBlockHeaderBytes));
  }
  if (bytes.substr(0, kBlockMagic.size()) != kBlockMagic) {
    return absl::DataLossError(absl::StrCat("found no block, expected ", kBlockMagic));
  }
  const u32 stored = GetLittleEndian<u32>(bytes, 8);
  const u32 raw = GetLittleEndian<u32>(bytes, 12);
  if (stored > kMaxBlockBytes || raw > kMaxBlockBytes) {
    return absl::DataLossError(absl::StrCat("block sizes: found ", stored, " and ", raw,
                                            ", expected at most ", kMaxBlockBytes));
  }
  return BlockInfo{.offset = offset,
                   .bytes = kBlockHeaderBytes + stored,
                   .games = GetLittleEndian<u32>(bytes, 16),
                   .positions = GetLittleEndian<u32>(bytes, 20)};
}

absl::StatusOr<std::string> UnpackBlock(absl::string_view name, absl::string_view block) {
  CHECK(block.size() >= kBlockHeaderBytes);
  const u64 stated = GetLittleEndian<u64>(block, kChecksumOffset);
  if (const u64 found = BlockChecksum(block); found != stated) {
    return Damaged(name, "checksum: found ", absl::Hex(found, absl::kZeroPad16), ", expected ",
                   absl::Hex(stated, absl::kZeroPad16));
  }
  ASSIGN_OR_RETURN(std::string games, Decompress(name, block.substr(kBlockHeaderBytes)));
  const u32 raw = GetLittleEndian<u32>(block, 12);
  if (games.size() != raw) {
    return Damaged(name, "unpacked size: found ", games.size(), ", expected ", raw);
  }
  return games;
}

absl::StatusOr<std::vector<BlockInfo>> ParseIndex(absl::string_view name, absl::string_view bytes) {
  ByteReader reader(name, bytes);
  ASSIGN_OR_RETURN(const absl::string_view magic, reader.Read(kIndexMagic.size(), "index"));
  if (magic != kIndexMagic) return Damaged(name, "found no index, expected ", kIndexMagic);
  ASSIGN_OR_RETURN(const u64 count, reader.ReadNumber<u64>("index"));
  if (count > bytes.size() || 32 + 16 * count != bytes.size()) {
    return Damaged(name, "index: found ", count, " blocks in ", bytes.size(), " bytes");
  }
  std::vector<BlockInfo> blocks(count);
  for (BlockInfo& block : blocks) {
    ASSIGN_OR_RETURN(block.offset, reader.ReadNumber<u64>("index"));
    ASSIGN_OR_RETURN(block.games, reader.ReadNumber<u32>("index"));
    ASSIGN_OR_RETURN(block.positions, reader.ReadNumber<u32>("index"));
  }
  const u64 found = Checksum(bytes.substr(0, reader.offset()));
  ASSIGN_OR_RETURN(const u64 stated, reader.ReadNumber<u64>("index"));
  if (found != stated) {
    return Damaged(name, "index checksum: found ", absl::Hex(found, absl::kZeroPad16),
                   ", expected ", absl::Hex(stated, absl::kZeroPad16));
  }
  ASSIGN_OR_RETURN(const u64 index_offset, reader.ReadNumber<u64>("index"));
  for (size_t i = 0; i < blocks.size(); ++i) {
    const u64 end = i + 1 < blocks.size() ? blocks[i + 1].offset : index_offset;
    if (end < blocks[i].offset + kBlockHeaderBytes) return Damaged(name, "index: offsets");
    blocks[i].bytes = end - blocks[i].offset;
  }
  return blocks;
}

}  // namespace coherent::data
