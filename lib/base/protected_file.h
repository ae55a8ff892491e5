// Files on which a proof rests: read only if nine attributes show that nobody changed them
// meanwhile.
#ifndef COHERENT_LIB_BASE_PROTECTED_FILE_H_
#define COHERENT_LIB_BASE_PROTECTED_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent {

// Not the access time: reading sets it.
struct FileAttributes {
  u64 device = 0;
  u64 inode = 0;
  u64 mode = 0;
  u64 links = 0;
  u64 owner = 0;
  u64 group = 0;
  u64 size = 0;
  i64 mtime_ns = 0;
  i64 ctime_ns = 0;

  friend bool operator==(const FileAttributes&, const FileAttributes&) = default;
};

absl::StatusOr<FileAttributes> ReadFileAttributes(absl::string_view path);

// Aborted, naming the attribute, if the file at `path` is not as it was `before`.
absl::Status VerifyUnchanged(absl::string_view path, const FileAttributes& before);

struct ProtectedBytes {
  std::string bytes;
  FileAttributes attributes;  // For a later VerifyUnchanged.
};

// Reads a file; Aborted if an attribute changed while it was read.
absl::StatusOr<ProtectedBytes> ReadProtectedFile(absl::string_view path);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_PROTECTED_FILE_H_
