// A vector that lives where it stands: at most N items, no allocation, nothing filled beforehand.
#ifndef COHERENT_LIB_BASE_STATIC_VECTOR_H_
#define COHERENT_LIB_BASE_STATIC_VECTOR_H_

#include <cstddef>
#include <memory>
#include <type_traits>

#include "lib/base/check.h"

namespace coherent {

template <class T, size_t N>
class StaticVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  // Not defaulted: the items stay uninitialised.
  StaticVector() {}  // NOLINT(modernize-use-equals-default)
  StaticVector(const StaticVector& other) { Append(other); }
  StaticVector& operator=(const StaticVector& other) {
    if (this != &other) {
      clear();
      Append(other);
    }
    return *this;
  }
  ~StaticVector() = default;

  static constexpr size_t capacity() { return N; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == N; }

  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  T* data() { return items_; }
  const T* data() const { return items_; }

  T& operator[](size_t index) {
    DCHECK(index < size_);
    return items_[index];
  }
  const T& operator[](size_t index) const {
    DCHECK(index < size_);
    return items_[index];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void push_back(const T& item) {
    DCHECK(size_ < N);
    std::construct_at(items_ + size_, item);
    ++size_;
  }
  void pop_back() {
    DCHECK(size_ > 0);
    --size_;
  }
  void clear() { size_ = 0; }

  friend bool operator==(const StaticVector& a, const StaticVector& b) {
    if (a.size_ != b.size_) return false;
    for (size_t i = 0; i < a.size_; ++i) {
      if (!(a.items_[i] == b.items_[i])) return false;
    }
    return true;
  }

 private:
  void Append(const StaticVector& other) {
    for (const T& item : other) push_back(item);
  }

  size_t size_ = 0;
  union {
    T items_[N];
  };
};

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_STATIC_VECTOR_H_
