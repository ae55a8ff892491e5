// An array of small numbers, compressed by replacing frequent pairs by symbols, again and again,
// and coding what remains by lengths. Specified by docs/syzygy.md, "Values".
#ifndef COHERENT_LIB_SYZYGY_PAIRED_VALUES_H_
#define COHERENT_LIB_SYZYGY_PAIRED_VALUES_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/bytes.h"
#include "lib/base/int.h"

namespace coherent::syzygy {

// Parts of a file that stays mapped. Its four parts lie apart, and are to be read in the order of
// the functions below before a value is asked for.
class PairedValues {
 public:
  // `size` values, none of them above `max`. `path` is for errors.
  static absl::StatusOr<PairedValues> ReadHeader(absl::string_view path, ByteReader& reader,
                                                 u64 size, int max);
  absl::Status ReadSpans(ByteReader& reader);
  absl::Status ReadBlockSizes(ByteReader& reader);
  absl::Status ReadBlocks(ByteReader& reader);

  // The first byte of the header, whose meaning is mostly the table's.
  int flags() const { return flags_; }
  // Nullopt beyond the end, or if the file contradicts itself.
  std::optional<int> At(u64 index) const;

 private:
  static constexpr int kIsConstant = 0x80;  // of flags_

  absl::Status ReadCode(absl::string_view path, ByteReader& reader);
  absl::Status ReadSymbols(absl::string_view path, ByteReader& reader, int max);
  // The values that `symbol` stands for, counted; 0 if it contains itself.
  int Expand(int symbol, std::vector<bool>& is_open);
  bool IsValue(int symbol) const { return Right(symbol) == 0xFFF; }
  // The two halves of a symbol, or its value and 0xFFF.
  int Left(int symbol) const;
  int Right(int symbol) const;

  // The 64 bits from `bit` on, with zeros after the end.
  u64 BitsAt(u64 bit) const;
  // The value `skip` places after the first one of `block`.
  int InBlock(u64 block, int skip) const;

  u64 size_ = 0;
  int flags_ = 0;
  int constant_ = 0;
  int log_block_bytes_ = 0;
  int log_span_ = 0;
  u32 blocks_ = 0;
  u32 counted_blocks_ = 0;  // with those that are empty, for spans at the end

  int min_length_ = 0;
  std::vector<u64> first_codes_;    // of each length, from the shortest; left-aligned
  std::vector<int> first_symbols_;  // their symbols
  std::vector<int> symbol_sizes_;   // values a symbol stands for

  absl::string_view symbols_;
  absl::string_view spans_;
  absl::string_view block_sizes_;
  absl::string_view data_;
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_PAIRED_VALUES_H_
