#include "lib/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <set>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

absl::Status ErrnoError(absl::string_view path, absl::string_view action) {
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": ", action));
}

// The temporary files that exist now.
struct Unfinished {
  std::mutex mutex;
  std::set<std::string> paths;
  int made = 0;
  bool ending = false;
};

// Never destroyed: a thread may still write while the process exits.
Unfinished& GetUnfinished() {
  static auto& unfinished = *new Unfinished;
  return unfinished;
}

// A new file beside `target` that is removed unless it was renamed.
class TemporaryFile {
 public:
  static absl::StatusOr<TemporaryFile> Create(const std::string& target) {
    Unfinished& unfinished = GetUnfinished();
    const std::lock_guard lock(unfinished.mutex);
    if (unfinished.ending) return absl::AbortedError(absl::StrCat(target, ": not written"));
    std::string path = absl::StrCat(target, ".tmp.", getpid(), ".", unfinished.made++);
    UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd.open()) return ErrnoError(path, "cannot create");
    unfinished.paths.insert(path);
    return TemporaryFile(std::move(path), std::move(fd));
  }
  TemporaryFile(TemporaryFile&& other) noexcept
      : path_(std::exchange(other.path_, {})), fd_(std::move(other.fd_)) {}
  ~TemporaryFile() {
    if (path_.empty()) return;
    unlink(path_.c_str());
    Forget();
  }

  absl::Status Write(absl::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(fd_.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return ErrnoError(path_, "cannot write");
      bytes.remove_prefix(written);
    }
    if (fsync(fd_.get()) != 0) return ErrnoError(path_, "cannot sync");
    return absl::OkStatus();
  }

  absl::Status SetMode(mode_t mode) {
    if (fchmod(fd_.get(), mode) != 0) return ErrnoError(path_, "cannot set mode");
    return absl::OkStatus();
  }

  absl::Status RenameTo(const std::string& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) return ErrnoError(target, "cannot replace");
    Forget();
    return absl::OkStatus();
  }

 private:
  TemporaryFile(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  void Forget() {
    Unfinished& unfinished = GetUnfinished();
    const std::lock_guard lock(unfinished.mutex);
    unfinished.paths.erase(path_);
    path_.clear();
  }

  std::string path_;
  UniqueFd fd_;
};

absl::Status SyncDirectoryOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  ASSIGN_OR_RETURN(const UniqueFd fd, OpenForReading(directory));
  if (fsync(fd.get()) != 0) return ErrnoError(directory, "cannot sync");
  return absl::OkStatus();
}

}  // namespace

void UniqueFd::Close() {
  if (open()) close(std::exchange(fd_, -1));
}

absl::StatusOr<UniqueFd> OpenForReading(absl::string_view path) {
  UniqueFd fd(open(std::string(path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.open()) return ErrnoError(path, "cannot open");
  return fd;
}

absl::StatusOr<std::string> ReadToEnd(absl::string_view path, int fd) {
  struct stat status = {};
  if (fstat(fd, &status) != 0) return ErrnoError(path, "cannot examine");
  if (S_ISDIR(status.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": a directory, expected a file"));
  }
  // One byte more than the size, so that the end is seen without growing.
  std::string bytes(status.st_size + 1, '\0');
  size_t size = 0;
  while (true) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ssize_t got = read(fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoError(path, "cannot read");
    if (got == 0) break;
    size += got;
  }
  bytes.resize(size);
  return bytes;
}

absl::StatusOr<std::string> ReadFile(absl::string_view path) {
  ASSIGN_OR_RETURN(const UniqueFd fd, OpenForReading(path));
  return ReadToEnd(path, fd.get());
}

absl::Status WriteFileAtomically(absl::string_view path, absl::string_view bytes) {
  const std::string target(path);
  struct stat status = {};
  const bool replaces = stat(target.c_str(), &status) == 0;
  if (replaces && !S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": not a regular file"));
  }
  ASSIGN_OR_RETURN(TemporaryFile temporary, TemporaryFile::Create(target));
  RETURN_IF_ERROR(temporary.Write(bytes));
  if (replaces) RETURN_IF_ERROR(temporary.SetMode(status.st_mode & 07777));
  RETURN_IF_ERROR(temporary.RenameTo(target));
  return SyncDirectoryOf(target);
}

void RemoveUnfinishedFiles() {
  Unfinished& unfinished = GetUnfinished();
  const std::lock_guard lock(unfinished.mutex);
  unfinished.ending = true;
  for (const std::string& path : unfinished.paths) unlink(path.c_str());
}

}  // namespace coherent
