#include "lib/base/protected_file.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

i64 Nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

FileAttributes FromStat(const struct stat& status) {
  return {
      .device = status.st_dev,
      .inode = status.st_ino,
      .mode = status.st_mode,
      .links = status.st_nlink,
      .owner = status.st_uid,
      .group = status.st_gid,
      .size = static_cast<u64>(status.st_size),
      .mtime_ns = Nanoseconds(status.st_mtim),
      .ctime_ns = Nanoseconds(status.st_ctim),
  };
}

struct NamedAttribute {
  const char* name;
  u64 before;
  u64 after;
};

absl::Status Compare(absl::string_view path, const FileAttributes& before,
                     const FileAttributes& after) {
  const auto attributes = std::to_array<NamedAttribute>({
      {"device", before.device, after.device},
      {"inode", before.inode, after.inode},
      {"mode", before.mode, after.mode},
      {"link count", before.links, after.links},
      {"owner", before.owner, after.owner},
      {"group", before.group, after.group},
      {"size", before.size, after.size},
      {"mtime", static_cast<u64>(before.mtime_ns), static_cast<u64>(after.mtime_ns)},
      {"ctime", static_cast<u64>(before.ctime_ns), static_cast<u64>(after.ctime_ns)},
  });
  for (const NamedAttribute& attribute : attributes) {
    if (attribute.before == attribute.after) continue;
    return absl::AbortedError(absl::StrCat(path, ": changed while it was in use: ", attribute.name,
                                           " was ", attribute.before, ", is ", attribute.after));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<FileAttributes> ReadFileAttributes(absl::string_view path) {
  struct stat status = {};
  if (stat(std::string(path).c_str(), &status) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot examine"));
  }
  return FromStat(status);
}

absl::Status VerifyUnchanged(absl::string_view path, const FileAttributes& before) {
  const absl::StatusOr<FileAttributes> after = ReadFileAttributes(path);
  if (!after.ok()) {
    return absl::AbortedError(
        absl::StrCat("changed while it was in use: ", after.status().message()));
  }
  return Compare(path, before, *after);
}

absl::StatusOr<ProtectedBytes> ReadProtectedFile(absl::string_view path) {
  ASSIGN_OR_RETURN(const FileAttributes before, ReadFileAttributes(path));
  ASSIGN_OR_RETURN(const UniqueFd fd, OpenForReading(path));
  ASSIGN_OR_RETURN(std::string bytes, ReadToEnd(path, fd.get()));
  // The file that was read, and the one that has the name now.
  struct stat status = {};
  if (fstat(fd.get(), &status) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot examine"));
  }
  RETURN_IF_ERROR(Compare(path, before, FromStat(status)));
  RETURN_IF_ERROR(VerifyUnchanged(path, before));
  if (bytes.size() != before.size) {
    return absl::AbortedError(
        absl::StrCat(path, ": size is ", before.size, ", but ", bytes.size(), " bytes were read"));
  }
  return ProtectedBytes{std::move(bytes), before};
}

}  // namespace coherent
