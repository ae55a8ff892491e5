// A file as bytes in memory that are read from the disk when they are looked at.
#ifndef COHERENT_LIB_SYZYGY_MAPPED_FILE_H_
#define COHERENT_LIB_SYZYGY_MAPPED_FILE_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent::syzygy {

class MappedFile {
 public:
  // For reading here and there. The file must not become shorter while it is mapped.
  static absl::StatusOr<MappedFile> Open(const std::string& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~MappedFile();

  absl::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_MAPPED_FILE_H_
