#include "lib/syzygy/paired_values.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"

namespace coherent::syzygy {
namespace {

constexpr int kSymbolBytes = 3;
constexpr int kSpanBytes = 6;
// Four bytes of data, at least, are looked at at once.
constexpr int kMaxCodeLength = 32;
// Far more than the format's 256 values of a symbol; keeps sums small.
constexpr int kMaxSymbolSize = 1 << 16;

absl::Status Wrong(absl::string_view path, absl::string_view field, u64 found,
                   absl::string_view expected) {
  return absl::DataLossError(
      absl::StrCat(path, ": ", field, ": found ", found, ", expected ", expected));
}

}  // namespace

absl::StatusOr<PairedValues> PairedValues::ReadHeader(absl::string_view path, ByteReader& reader,
                                                      u64 size, int max) {
  PairedValues values;
  values.size_ = size;
  ASSIGN_OR_RETURN(values.flags_, reader.ReadNumber<u8>("flags"));
  if ((values.flags_ & kIsConstant) != 0) {
    ASSIGN_OR_RETURN(values.constant_, reader.ReadNumber<u8>("the only value"));
    if (values.constant_ > max) {
      return Wrong(path, "the only value", values.constant_, absl::StrCat("at most ", max));
    }
    return values;
  }
  ASSIGN_OR_RETURN(values.log_block_bytes_, reader.ReadNumber<u8>("size of blocks"));
  ASSIGN_OR_RETURN(values.log_span_, reader.ReadNumber<u8>("size of spans"));
  ASSIGN_OR_RETURN(const u8 empty_blocks, reader.ReadNumber<u8>("empty blocks"));
  ASSIGN_OR_RETURN(values.blocks_, reader.ReadNumber<u32>("blocks"));
  if (values.log_block_bytes_ > 24) {
    return Wrong(path, "size of blocks", values.log_block_bytes_, "at most 24");
  }
  if (values.log_span_ < 1 || values.log_span_ > 30) {
    return Wrong(path, "size of spans", values.log_span_, "1 to 30");
  }
  if (values.blocks_ > 1U << 31) return Wrong(path, "blocks", values.blocks_, "at most 2^31");
  values.counted_blocks_ = values.blocks_ + empty_blocks;
  RETURN_IF_ERROR(values.ReadCode(path, reader));
  RETURN_IF_ERROR(values.ReadSymbols(path, reader, max));
  return values;
}

// Codes of equal length follow each other, and so do their symbols; longer codes come before
// shorter ones when compared as binary fractions. So the first symbol of each length tells
// everything.
absl::Status PairedValues::ReadCode(absl::string_view path, ByteReader& reader) {
  ASSIGN_OR_RETURN(const int max_length, reader.ReadNumber<u8>("longest code"));
  ASSIGN_OR_RETURN(min_length_, reader.ReadNumber<u8>("shortest code"));
  if (min_length_ < 1 || max_length < min_length_ || max_length > kMaxCodeLength) {
    return Wrong(path, "longest code", max_length,
                 absl::StrCat("at least the shortest, which is ", min_length_, ", at most ",
                              kMaxCodeLength));
  }
  const int lengths = max_length - min_length_ + 1;
  for (int i = 0; i < lengths; ++i) {
    ASSIGN_OR_RETURN(const int symbol, reader.ReadNumber<u16>("first symbol of a length"));
    if (i > 0 && symbol > first_symbols_.back()) {
      return Wrong(path, "first symbol of a length", symbol, "none above the one before");
    }
    first_symbols_.push_back(symbol);
  }
  // Codes of length n + 1 that are not used begin two by two with the codes of length n.
  first_codes_.resize(lengths, 0);
  for (int i = lengths - 2; i >= 0; --i) {
    const u64 end = first_codes_[i + 1] + first_symbols_[i] - first_symbols_[i + 1];
    if (end % 2 != 0 || end >> (min_length_ + i + 1) != 0) {
      return Wrong(path, "codes of one length", end, "an even number, as there is room for");
    }
    first_codes_[i] = end / 2;
  }
  return absl::OkStatus();
}

absl::Status PairedValues::ReadSymbols(absl::string_view path, ByteReader& reader, int max) {
  ASSIGN_OR_RETURN(const int count, reader.ReadNumber<u16>("symbols"));
  ASSIGN_OR_RETURN(symbols_, reader.Read(u64{kSymbolBytes} * count, "symbols"));
  if (count % 2 != 0) RETURN_IF_ERROR(reader.Read(1, "padding of symbols").status());
  const u64 used = first_symbols_[0] + (u64{1} << min_length_) - first_codes_[0];
  if (used > static_cast<u64>(count)) {
    return Wrong(path, "symbols", count, absl::StrCat("at least the ", used, " that have codes"));
  }
  for (size_t i = 0; i < first_codes_.size(); ++i) {
    first_codes_[i] <<= 64 - min_length_ - static_cast<int>(i);
  }

  symbol_sizes_.resize(count, 0);
  std::vector<bool> is_open(count, false);
  for (int symbol = 0; symbol < count; ++symbol) {
    if (Expand(symbol, is_open) == 0) {
      return Wrong(path, "pair of symbols", symbol, "one that contains earlier ones");
    }
    if (IsValue(symbol) && Left(symbol) > max) {
      return Wrong(path, "value", Left(symbol), absl::StrCat("at most ", max));
    }
  }
  return absl::OkStatus();
}

int PairedValues::Expand(int symbol, std::vector<bool>& is_open) {
  if (symbol >= static_cast<int>(symbol_sizes_.size()) || is_open[symbol]) return 0;
  if (symbol_sizes_[symbol] != 0) return symbol_sizes_[symbol];
  if (IsValue(symbol)) return symbol_sizes_[symbol] = 1;
  is_open[symbol] = true;
  const int left = Expand(Left(symbol), is_open);
  const int right = left == 0 ? 0 : Expand(Right(symbol), is_open);
  is_open[symbol] = false;
  if (right == 0 || left + right > kMaxSymbolSize) return 0;
  return symbol_sizes_[symbol] = left + right;
}

int PairedValues::Left(int symbol) const {
  return GetLittleEndian<u16>(symbols_, kSymbolBytes * symbol) & 0xFFF;
}

int PairedValues::Right(int symbol) const {
  return GetLittleEndian<u16>(symbols_, kSymbolBytes * symbol + 1) >> 4;
}

absl::Status PairedValues::ReadSpans(ByteReader& reader) {
  if ((flags_ & kIsConstant) != 0) return absl::OkStatus();
  const u64 spans = (size_ + (u64{1} << log_span_) - 1) >> log_span_;
  ASSIGN_OR_RETURN(spans_, reader.Read(kSpanBytes * spans, "spans"));
  return absl::OkStatus();
}

absl::Status PairedValues::ReadBlockSizes(ByteReader& reader) {
  ASSIGN_OR_RETURN(block_sizes_, reader.Read(sizeof(u16) * u64{counted_blocks_}, "block sizes"));
  return absl::OkStatus();
}

absl::Status PairedValues::ReadBlocks(ByteReader& reader) {
  ASSIGN_OR_RETURN(data_, reader.Read(u64{blocks_} << log_block_bytes_, "blocks"));
  return absl::OkStatus();
}

std::optional<int> PairedValues::At(u64 index) const {
  if (index >= size_) return std::nullopt;
  if ((flags_ & kIsConstant) != 0) return constant_;
  // Of each span, block and place of the value in its middle are known: from there it is not far.
  const u64 span = kSpanBytes * (index >> log_span_);
  u64 block = GetLittleEndian<u32>(spans_, span);
  const i64 in_span = static_cast<i64>(index & ((u64{1} << log_span_) - 1));
  i64 skip = GetLittleEndian<u16>(spans_, span + 4) + in_span - (i64{1} << (log_span_ - 1));
  if (block >= counted_blocks_) return std::nullopt;
  const auto count = [this](u64 b) { return GetLittleEndian<u16>(block_sizes_, 2 * b) + 1; };
  while (skip < 0) {
    if (block == 0) return std::nullopt;
    skip += count(--block);
  }
  while (skip >= count(block)) {
    skip -= count(block);
    if (++block == counted_blocks_) return std::nullopt;
  }
  if (block >= blocks_) return std::nullopt;
  return InBlock(block, static_cast<int>(skip));
}

int PairedValues::InBlock(u64 block, int skip) const {
  u64 bit = (block << log_block_bytes_) * 8;
  int symbol = 0;
  while (true) {
    const u64 code = BitsAt(bit);
    int i = 0;  // of the code's length; the last one begins with code 0
    while (code < first_codes_[i]) ++i;
    const int length = min_length_ + i;
    symbol = first_symbols_[i] + static_cast<int>((code - first_codes_[i]) >> (64 - length));
    if (skip < symbol_sizes_[symbol]) break;
    skip -= symbol_sizes_[symbol];
    bit += length;
  }
  while (!IsValue(symbol)) {
    const int left = Left(symbol);
    if (skip < symbol_sizes_[left]) {
      symbol = left;
    } else {
      skip -= symbol_sizes_[left];
      symbol = Right(symbol);
    }
  }
  return Left(symbol);
}

u64 PairedValues::BitsAt(u64 bit) const {
  u64 bytes = 0;
  const u64 begin = bit / 8;
  if (begin < data_.size()) {
    std::memcpy(&bytes, data_.data() + begin, std::min<u64>(sizeof(bytes), data_.size() - begin));
  }
  return __builtin_bswap64(bytes) << (bit % 8);
}

}  // namespace coherent::syzygy
