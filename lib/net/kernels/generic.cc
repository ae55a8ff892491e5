// The compiler's own vectors of 16 bytes: for any processor.
#include "lib/net/kernels/kernels.h"
// Last, see there:
#include "lib/net/kernels/kernel_body.h"

namespace coherent::net {
namespace {

struct Generic {
  typedef int16_t I16 __attribute__((vector_size(16)));
  typedef int32_t I32 __attribute__((vector_size(16)));
  typedef int8_t I8 __attribute__((vector_size(8)));
  static constexpr int kLanes = 8;
  static constexpr int kTile = 8;

  template <class Vector, class T>
  static Vector LoadAs(const T* p) {
    Vector v;
    std::memcpy(&v, p, sizeof(v));
    return v;
  }
  static I16 Load(const int16_t* p) { return LoadAs<I16>(p); }
  static I16 LoadNarrow(const int8_t* p) { return __builtin_convertvector(LoadAs<I8>(p), I16); }
  static void Store(int16_t* p, I16 v) { std::memcpy(p, &v, sizeof(v)); }
  static I16 Broadcast(int16_t v) { return I16{} + v; }
  static I16 BroadcastPair(const int16_t* p) {
    int32_t pair;
    std::memcpy(&pair, p, sizeof(pair));
    return reinterpret_cast<I16>(I32{} + pair);
  }
  // Signed overflow of vector lanes wraps, but only unsigned arithmetic is promised to.
  typedef uint16_t U16 __attribute__((vector_size(16)));
  static I16 Add(I16 a, I16 b) {
    return reinterpret_cast<I16>(reinterpret_cast<U16>(a) + reinterpret_cast<U16>(b));
  }
  static I16 Subtract(I16 a, I16 b) {
    return reinterpret_cast<I16>(reinterpret_cast<U16>(a) - reinterpret_cast<U16>(b));
  }
  static I16 Select(I16 mask, I16 a, I16 b) { return (a & mask) | (b & ~mask); }
  static I16 Min(I16 a, I16 b) { return Select(a < b, a, b); }
  static I16 Max(I16 a, I16 b) { return Select(a > b, a, b); }
  static I16 AddSaturated(I16 a, I16 b) {
    const I16 sum = Add(a, b);
    // It has overflown if both terms have the sign that the sum has not.
    const I16 overflow = ((a ^ sum) & (b ^ sum)) < 0;
    const I16 limit = (a >> 15) ^ Broadcast(INT16_MAX);
    return Select(overflow, limit, sum);
  }

  static I32 Zero32() { return I32{}; }
  static I32 Load32(const int32_t* p) { return LoadAs<I32>(p); }
  static I32 MultiplyAddPairs(I32 sum, I16 a, I16 b) {
    const I32 pairs_a = reinterpret_cast<I32>(a), pairs_b = reinterpret_cast<I32>(b);
    // Low halves by way of the unsigned shift, high halves by the signed one.
    typedef uint32_t U32 __attribute__((vector_size(16)));
    const I32 low_a = reinterpret_cast<I32>(reinterpret_cast<U32>(pairs_a) << 16) >> 16;
    const I32 low_b = reinterpret_cast<I32>(reinterpret_cast<U32>(pairs_b) << 16) >> 16;
    return sum + (low_a * low_b + (pairs_a >> 16) * (pairs_b >> 16));
  }
  static void StoreActivated(int16_t* p, I32 sums) {
    for (int i = 0; i < kLanes / 2; ++i) {
      const int32_t value = sums[i] >> 14;
      p[i] = static_cast<int16_t>(value < 0 ? 0 : value > kMaxActivation ? kMaxActivation : value);
    }
  }
  static int32_t Sum(I32 v) { return v[0] + v[1] + v[2] + v[3]; }
};

}  // namespace

const Kernels kGenericKernels = TableOf<Generic>("generic");

}  // namespace coherent::net
