// Zstandard compression of whole values.
#ifndef COHERENT_LIB_BASE_ZSTD_H_
#define COHERENT_LIB_BASE_ZSTD_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent {

// One frame with a checksum; the same bytes for the same input, level and library version.
std::string Compress(absl::string_view bytes, int level = 19);

// Damage, a missing end and trailing bytes are DataLoss; `name` is for the error.
absl::StatusOr<std::string> Decompress(absl::string_view name, absl::string_view bytes);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_ZSTD_H_
