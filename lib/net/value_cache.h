// Values of positions seen before. A value is a function of the position, so what is found here is
// what would be computed: it saves time and changes nothing.
#ifndef COHERENT_LIB_NET_VALUE_CACHE_H_
#define COHERENT_LIB_NET_VALUE_CACHE_H_

#include <array>
#include <cstddef>
#include <optional>

#include "lib/base/int.h"

namespace coherent::net {

// One a thread: 512 KiB, keep it on the heap. Two positions with one 64-bit key would be taken for
// each other.
class ValueCache {
 public:
  static constexpr int kSlots = 1 << 16;

  void Clear() { slots_ = {}; }

  // The value stored last for the key, if no other key took its slot since.
  std::optional<int> Find(u64 key) const {
    const Slot slot = slots_[IndexOf(key)];
    if (slot.tag_and_value >> kValueBits != TagOf(key)) return std::nullopt;
    return static_cast<i16>(slot.tag_and_value);
  }
  // A value beyond 16 bits is not kept.
  void Store(u64 key, int value) {
    if (value != static_cast<i16>(value)) return;
    slots_[IndexOf(key)].tag_and_value = TagOf(key) << kValueBits | static_cast<u16>(value);
  }

 private:
  static constexpr int kValueBits = 16;
  // An empty slot holds key 0, which no position is expected to have.
  struct Slot {
    u64 tag_and_value = 0;
  };
  static_assert(sizeof(Slot) == 8);

  // The slot's number is the part of the key that the slot does not hold.
  static size_t IndexOf(u64 key) { return key & (kSlots - 1); }
  static u64 TagOf(u64 key) { return key >> kValueBits; }

  std::array<Slot, kSlots> slots_ = {};
};

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_VALUE_CACHE_H_
