#include "lib/base/zstd.h"

#include <zstd.h>

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"

namespace coherent {

std::string Compress(absl::string_view bytes, int level) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     ZSTD_freeCCtx);
  CHECK(context != nullptr);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress2(context.get(), packed.data(), packed.size(), bytes.data(), bytes.size());
  CHECK(!ZSTD_isError(size));
  packed.resize(size);
  return packed;
}

absl::StatusOr<std::string> Decompress(absl::string_view name, absl::string_view bytes) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  CHECK(context != nullptr);
  std::string unpacked;
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
  size_t left = 1;  // 0 at the end of a frame.
  while (left != 0 || in.pos < in.size) {
    ZSTD_outBuffer out = {piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) {
      return absl::DataLossError(
          absl::StrCat(name, ": damaged at byte ", in.pos, ": ", ZSTD_getErrorName(left)));
    }
    unpacked.append(piece.data(), out.pos);
    if (left != 0 && in.pos == in.size && out.pos < out.size) {
      return absl::DataLossError(absl::StrCat(name, ": ends early, at byte ", in.pos));
    }
  }
  return unpacked;
}

}  // namespace coherent
