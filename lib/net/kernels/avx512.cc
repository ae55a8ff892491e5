#include <immintrin.h>

#include "lib/net/kernels/kernels.h"
// Last, see there:
#include "lib/net/kernels/kernel_body.h"

namespace coherent::net {
namespace {

struct Avx512 {
  using I16 = __m512i;
  using I32 = __m512i;
  static constexpr int kLanes = 32;
  static constexpr int kTile = 16;

  static I16 Load(const int16_t* p) { return _mm512_load_si512(p); }
  static I16 LoadNarrow(const int8_t* p) {
    return _mm512_cvtepi8_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static void Store(int16_t* p, I16 v) { _mm512_store_si512(p, v); }
  static I16 Broadcast(int16_t v) { return _mm512_set1_epi16(v); }
  static I16 BroadcastPair(const int16_t* p) {
    int32_t pair;
    std::memcpy(&pair, p, sizeof(pair));
    return _mm512_set1_epi32(pair);
  }
  static I16 Add(I16 a, I16 b) { return _mm512_add_epi16(a, b); }
  static I16 Subtract(I16 a, I16 b) { return _mm512_sub_epi16(a, b); }
  static I16 AddSaturated(I16 a, I16 b) { return _mm512_adds_epi16(a, b); }
  static I16 Min(I16 a, I16 b) { return _mm512_min_epi16(a, b); }
  static I16 Max(I16 a, I16 b) { return _mm512_max_epi16(a, b); }

  static I32 Zero32() { return _mm512_setzero_si512(); }
  static I32 Load32(const int32_t* p) { return _mm512_load_si512(p); }
  static I32 MultiplyAddPairs(I32 sum, I16 a, I16 b) {
    return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b));
  }
  static void StoreActivated(int16_t* p, I32 sums) {
    I32 values = _mm512_srai_epi32(sums, 14);
    values = _mm512_min_epi32(values, _mm512_set1_epi32(kMaxActivation));
    values = _mm512_max_epi32(values, _mm512_setzero_si512());
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), _mm512_cvtepi32_epi16(values));
  }
  static int32_t Sum(I32 v) { return _mm512_reduce_add_epi32(v); }
};

}  // namespace

const Kernels kAvx512Kernels = TableOf<Avx512>("avx512");

}  // namespace coherent::net
