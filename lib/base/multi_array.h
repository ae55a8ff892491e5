// Arrays of several dimensions, indexed table[i][j][k].
#ifndef COHERENT_LIB_BASE_MULTI_ARRAY_H_
#define COHERENT_LIB_BASE_MULTI_ARRAY_H_

#include <array>
#include <cstddef>

namespace coherent {

template <class T, size_t N, size_t... Rest>
struct MultiArrayOf {
  using Type = std::array<typename MultiArrayOf<T, Rest...>::Type, N>;
};
template <class T, size_t N>
struct MultiArrayOf<T, N> {
  using Type = std::array<T, N>;
};

template <class T, size_t... N>
using MultiArray = typename MultiArrayOf<T, N...>::Type;

// Sets every element.
template <class T, class Value>
constexpr void Fill(T& element, const Value& value) {
  element = value;
}
template <class T, size_t N, class Value>
constexpr void Fill(std::array<T, N>& table, const Value& value) {
  for (T& part : table) Fill(part, value);
}

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_MULTI_ARRAY_H_
