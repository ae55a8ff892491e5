// A large array in memory of its own: aligned to 2 MiB where it is large, in huge pages where the
// system grants them, to cache lines otherwise.
#ifndef COHERENT_LIB_BASE_HUGE_ARRAY_H_
#define COHERENT_LIB_BASE_HUGE_ARRAY_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "lib/base/check.h"
#include "lib/base/mechanism.h"

namespace coherent {

inline constexpr size_t kHugePageBytes = size_t{2} << 20;
inline constexpr size_t kCacheLineBytes = 64;

// `size` elements, zero at first. Moved, never copied.
template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kCacheLineBytes);

 public:
  HugeArray() = default;
  explicit HugeArray(size_t size) : items_(Allocate(size)), size_(size) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return items_.get(); }
  const T* data() const { return items_.get(); }
  T& operator[](size_t index) { return items_.get()[index]; }
  const T& operator[](size_t index) const { return items_.get()[index]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };

  static T* Allocate(size_t size) {
    const size_t wanted = size * sizeof(T);
    const size_t alignment = wanted < kHugePageBytes ? kCacheLineBytes : kHugePageBytes;
    const size_t bytes = (wanted + alignment - 1) / alignment * alignment;
    if (bytes == 0) return nullptr;
    void* memory = std::aligned_alloc(alignment, bytes);
    CHECK(memory != nullptr);
    // Before the first touch; a refusal only costs speed.
    if (Has(Mechanism::kHugePages) && alignment == kHugePageBytes) {
      madvise(memory, bytes, MADV_HUGEPAGE);
    }
    std::memset(memory, 0, bytes);
    return static_cast<T*>(memory);
  }

  std::unique_ptr<T, Free> items_;
  size_t size_ = 0;
};

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_HUGE_ARRAY_H_
