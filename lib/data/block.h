// The parts of a package around the games: header, blocks, index. Shared by reader and writer; pure
// functions over bytes. Specified by docs/data_format.md.
#ifndef COHERENT_LIB_DATA_BLOCK_H_
#define COHERENT_LIB_DATA_BLOCK_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/base/json.h"

namespace coherent::data {

inline constexpr u32 kPackageVersion = 1;
inline constexpr absl::string_view kPackageMagic = "CohGames";
inline constexpr absl::string_view kBlockMagic = "CohBlock";
inline constexpr absl::string_view kIndexMagic = "CohIndex";

inline constexpr size_t kBlockHeaderBytes = 32;
// A block ends with the game that fills it.
inline constexpr size_t kFullBlockBytes = size_t{64} << 10;
// No block is larger than this, packed or not: one full but for a byte, and the longest game.
inline constexpr size_t kMaxBlockBytes = size_t{16} << 20;

// Where a block lies and what it holds.
struct BlockInfo {
  u64 offset = 0;
  u64 bytes = 0;  // with its header
  u32 games = 0;
  u32 positions = 0;

  u64 end() const { return offset + bytes; }
  friend bool operator==(const BlockInfo&, const BlockInfo&) = default;
};

// The first 8 bytes of the SHA-256.
u64 Checksum(absl::string_view bytes);

std::string MakeHeader(const Json& manifest);
// Packs whole games.
std::string MakeBlock(absl::string_view games, u32 game_count, u32 positions);
std::string MakeIndex(const std::vector<BlockInfo>& blocks, u64 index_offset);

// What a block's header says, if it is one: `bytes` begins at `offset` of the file. Nothing is
// verified but that the sizes can be true.
absl::StatusOr<BlockInfo> ParseBlockHeader(u64 offset, absl::string_view bytes);

// The games of one whole block, verified. `name` is for errors.
absl::StatusOr<std::string> UnpackBlock(absl::string_view name, absl::string_view block);

// `bytes` run from where the index begins to the end of the file.
absl::StatusOr<std::vector<BlockInfo>> ParseIndex(absl::string_view name, absl::string_view bytes);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_BLOCK_H_
