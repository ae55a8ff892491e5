#include <immintrin.h>

#include "lib/net/kernels/kernels.h"
// Last, see there:
#include "lib/net/kernels/kernel_body.h"

namespace coherent::net {
namespace {

struct Avx2 {
  using I16 = __m256i;
  using I32 = __m256i;
  static constexpr int kLanes = 16;
  static constexpr int kTile = 8;

  static I16 Load(const int16_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static I16 LoadNarrow(const int8_t* p) {
    return _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static void Store(int16_t* p, I16 v) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), v); }
  static I16 Broadcast(int16_t v) { return _mm256_set1_epi16(v); }
  static I16 BroadcastPair(const int16_t* p) {
    int32_t pair;
    std::memcpy(&pair, p, sizeof(pair));
    return _mm256_set1_epi32(pair);
  }
  static I16 Add(I16 a, I16 b) { return _mm256_add_epi16(a, b); }
  static I16 Subtract(I16 a, I16 b) { return _mm256_sub_epi16(a, b); }
  static I16 AddSaturated(I16 a, I16 b) { return _mm256_adds_epi16(a, b); }
  static I16 Min(I16 a, I16 b) { return _mm256_min_epi16(a, b); }
  static I16 Max(I16 a, I16 b) { return _mm256_max_epi16(a, b); }

  static I32 Zero32() { return _mm256_setzero_si256(); }
  static I32 Load32(const int32_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static I32 MultiplyAddPairs(I32 sum, I16 a, I16 b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  }
  static void StoreActivated(int16_t* p, I32 sums) {
    I32 values = _mm256_srai_epi32(sums, 14);
    values = _mm256_min_epi32(values, _mm256_set1_epi32(kMaxActivation));
    values = _mm256_max_epi32(values, _mm256_setzero_si256());
    const __m128i packed =
        _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    _mm_store_si128(reinterpret_cast<__m128i*>(p), packed);
  }
  static int32_t Sum(I32 v) {
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0b01001110));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0b10110001));
    return _mm_cvtsi128_si32(s);
  }
};

}  // namespace

const Kernels kAvx2Kernels = TableOf<Avx2>("avx2");

}  // namespace coherent::net
