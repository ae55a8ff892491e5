// The one random generator: seeded, the same on every machine.
#ifndef COHERENT_LIB_BASE_RANDOM_H_
#define COHERENT_LIB_BASE_RANDOM_H_

#include <array>
#include <bit>
#include <span>
#include <utility>

#include "lib/base/check.h"
#include "lib/base/int.h"

namespace coherent {

// xoshiro256** (Blackman and Vigna), its state filled by splitmix64.
class Random {
 public:
  explicit constexpr Random(u64 seed) {
    for (u64& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      u64 mixed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

  constexpr u64 Next() {
    const u64 result = std::rotl(state_[1] * 5, 7) * 9;
    const u64 shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform over 0 .. bound - 1, without bias; `bound` is at least 1.
  constexpr u64 Below(u64 bound) {
    CHECK(bound > 0);
    // The lowest 2^64 mod bound values would make some results likelier.
    const u64 rejected = -bound % bound;
    u64 value = Next();
    while (value < rejected) value = Next();
    return value % bound;
  }

  // Uniform over [0, 1), a multiple of 2^-53.
  constexpr double NextDouble() { return static_cast<double>(Next() >> 11) * 0x1p-53; }

  template <class T>
  constexpr void Shuffle(std::span<T> items) {
    for (size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[Below(left)]);
    }
  }

 private:
  std::array<u64, 4> state_ = {};
};

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_RANDOM_H_
