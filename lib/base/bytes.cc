#include "lib/base/bytes.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace coherent {

absl::StatusOr<absl::string_view> ByteReader::Read(u64 size, absl::string_view field) {
  if (size > remaining()) {
    return absl::DataLossError(absl::StrCat(name_, ": ", field, " at byte ", offset_, ": found ",
                                            remaining(), " bytes, expected ", size));
  }
  const absl::string_view read = bytes_.substr(offset_, size);
  offset_ += size;
  return read;
}

}  // namespace coherent
