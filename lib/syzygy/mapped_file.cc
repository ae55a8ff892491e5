#include "lib/syzygy/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"

namespace coherent::syzygy {

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  ASSIGN_OR_RETURN(const UniqueFd fd, OpenForReading(path));
  struct stat info;
  if (fstat(fd.get(), &info) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot tell its size"));
  }
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError(path + ": is no regular file");
  MappedFile file;
  if (info.st_size == 0) return file;  // an empty map is an error
  void* data = mmap(nullptr, info.st_size, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (data == MAP_FAILED) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot map"));
  file.data_ = data;
  file.size_ = info.st_size;
  // Neighbours of what is looked at are of no use.
  madvise(data, file.size_, MADV_RANDOM);
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace coherent::syzygy
