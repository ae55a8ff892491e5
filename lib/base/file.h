// Whole files: read at once, written so that a reader sees the old file or the new one, never half.
#ifndef COHERENT_LIB_BASE_FILE_H_
#define COHERENT_LIB_BASE_FILE_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent {

// Owns a file descriptor.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~UniqueFd() { Close(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void Close();

 private:
  int fd_ = -1;
};

// Opens a file or directory for reading.
absl::StatusOr<UniqueFd> OpenForReading(absl::string_view path);

// Reads from `fd` to its end; `path` is for errors.
absl::StatusOr<std::string> ReadToEnd(absl::string_view path, int fd);

absl::StatusOr<std::string> ReadFile(absl::string_view path);

// Replaces `path`, or creates it: written beside, synced, renamed, directory synced. Keeps the mode
// of a file that is replaced; refuses to replace what is no regular file. May be called from
// several threads, for different paths.
absl::Status WriteFileAtomically(absl::string_view path, absl::string_view bytes);

// Removes what unfinished calls of WriteFileAtomically have written so far, and makes later calls
// fail: for a process about to end on a signal.
void RemoveUnfinishedFiles();

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_FILE_H_
