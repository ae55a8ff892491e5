// SHA-256, as 64 lower-case hexadecimal digits.
#ifndef COHERENT_LIB_BASE_SHA256_H_
#define COHERENT_LIB_BASE_SHA256_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent {

std::string Sha256Hex(absl::string_view bytes);

// Reads the file piece by piece, so it may be larger than memory.
absl::StatusOr<std::string> Sha256HexOfFile(absl::string_view path);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_SHA256_H_
