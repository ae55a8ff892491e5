// Little-endian numbers in byte strings.
#ifndef COHERENT_LIB_BASE_BYTES_H_
#define COHERENT_LIB_BASE_BYTES_H_

#include <bit>
#include <concepts>
#include <cstring>
#include <string>
#include <type_traits>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/check.h"
#include "lib/base/int.h"

namespace coherent {

static_assert(std::endian::native == std::endian::little, "files are copied to and from memory");

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
void PutLittleEndian(std::string& bytes, std::type_identity_t<T> value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// The number at `offset`, which must be inside.
template <Number T>
T GetLittleEndian(absl::string_view bytes, size_t offset) {
  CHECK(offset <= bytes.size() && sizeof(T) <= bytes.size() - offset);
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

// Reads one value after the other and never past the end. The name and the bytes must outlive it.
class ByteReader {
 public:
  ByteReader(absl::string_view name, absl::string_view bytes) : name_(name), bytes_(bytes) {}

  size_t offset() const { return offset_; }
  size_t remaining() const { return bytes_.size() - offset_; }

  // The next `size` bytes; DataLoss, naming `field`, if there are fewer.
  absl::StatusOr<absl::string_view> Read(u64 size, absl::string_view field);

  template <Number T>
  absl::StatusOr<T> ReadNumber(absl::string_view field) {
    const absl::StatusOr<absl::string_view> bytes = Read(sizeof(T), field);
    if (!bytes.ok()) return bytes.status();
    return GetLittleEndian<T>(*bytes, 0);
  }

 private:
  absl::string_view name_;
  absl::string_view bytes_;
  size_t offset_ = 0;
};

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_BYTES_H_
