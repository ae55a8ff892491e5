// The kernels, written once over a vector type V. Include from one instruction set's .cc only, as
// the last include. The unnamed namespace is deliberate: each instruction set must keep its own
// copy.
//
// V has I16, a vector of kLanes numbers of 16 bits, and I32, one of half as many of 32 bits.
#ifndef COHERENT_LIB_NET_KERNELS_KERNEL_BODY_H_
#define COHERENT_LIB_NET_KERNELS_KERNEL_BODY_H_

#include <cstdint>
#include <cstring>

#include "lib/net/kernels/kernels.h"

namespace coherent::net {
namespace {

constexpr int kMaxActivation = 255;

// N vectors of the sums, from `first` on, stay in registers while all rows pass.
template <class V, int N>
inline void UpdateTile(int16_t* out, const int16_t* in, const RowList& added,
                       const RowList& removed, int first) {
  typename V::I16 sums[N];
  for (int n = 0; n < N; ++n) sums[n] = V::Load(in + first + n * V::kLanes);
  for (int i = 0; i < added.wide_count; ++i) {
    const int16_t* row = added.wide[i] + first;
    for (int n = 0; n < N; ++n) sums[n] = V::Add(sums[n], V::Load(row + n * V::kLanes));
  }
  for (int i = 0; i < removed.wide_count; ++i) {
    const int16_t* row = removed.wide[i] + first;
    for (int n = 0; n < N; ++n) sums[n] = V::Subtract(sums[n], V::Load(row + n * V::kLanes));
  }
  for (int i = 0; i < added.narrow_count; ++i) {
    const int8_t* row = added.narrow[i] + first;
    for (int n = 0; n < N; ++n) sums[n] = V::Add(sums[n], V::LoadNarrow(row + n * V::kLanes));
  }
  for (int i = 0; i < removed.narrow_count; ++i) {
    const int8_t* row = removed.narrow[i] + first;
    for (int n = 0; n < N; ++n) sums[n] = V::Subtract(sums[n], V::LoadNarrow(row + n * V::kLanes));
  }
  for (int n = 0; n < N; ++n) V::Store(out + first + n * V::kLanes, sums[n]);
}

// Tiles of N vectors, then of half as many for what is left.
template <class V, int N>
void UpdateFrom(int16_t* out, const int16_t* in, const RowList& added, const RowList& removed,
                int first, int width) {
  for (; first + N * V::kLanes <= width; first += N * V::kLanes) {
    UpdateTile<V, N>(out, in, added, removed, first);
  }
  if constexpr (N > 1) UpdateFrom<V, N / 2>(out, in, added, removed, first, width);
}

template <class V>
void Update(int16_t* out, const int16_t* in, const RowList& added, const RowList& removed,
            int width) {
  UpdateFrom<V, V::kTile>(out, in, added, removed, 0, width);
}

template <class V, bool kHasMore>
void ActivateAll(int16_t* activations, const int16_t* sums, const int16_t* offsets,
                 const int16_t* more_offsets, int width) {
  const typename V::I16 zero = V::Broadcast(0), max = V::Broadcast(kMaxActivation);
  for (int j = 0; j < width; j += V::kLanes) {
    typename V::I16 value = V::AddSaturated(V::Load(sums + j), V::Load(offsets + j));
    if constexpr (kHasMore) value = V::AddSaturated(value, V::Load(more_offsets + j));
    V::Store(activations + j, V::Max(V::Min(value, max), zero));
  }
}

template <class V>
void Activate(int16_t* activations, const int16_t* sums, const int16_t* offsets,
              const int16_t* more_offsets, int width) {
  if (more_offsets == nullptr) {
    ActivateAll<V, false>(activations, sums, offsets, more_offsets, width);
  } else {
    ActivateAll<V, true>(activations, sums, offsets, more_offsets, width);
  }
}

// N vectors of outputs, from the first one of `out`, `weights` and `bias`; from pair to pair of
// inputs weights go on by `stride`.
template <class V, int N>
inline void HiddenTile(int16_t* out, const int16_t* inputs, int pairs, const int16_t* weights,
                       const int32_t* bias, int stride) {
  constexpr int kOutputs = V::kLanes / 2;
  typename V::I32 sums[N];
  for (int n = 0; n < N; ++n) sums[n] = V::Load32(bias + n * kOutputs);
#pragma GCC unroll 4
  for (int pair = 0; pair < pairs; ++pair) {
    const typename V::I16 input = V::BroadcastPair(inputs + 2 * pair);
    for (int n = 0; n < N; ++n) {
      sums[n] = V::MultiplyAddPairs(sums[n], input, V::Load(weights + n * V::kLanes));
    }
    weights += stride;
  }
  for (int n = 0; n < N; ++n) V::StoreActivated(out + n * kOutputs, sums[n]);
}

template <class V, int N>
void HiddenFrom(int16_t* out, const int16_t* inputs, int pairs, const int16_t* weights,
                const int32_t* bias, int first, int outputs) {
  constexpr int kOutputs = N * V::kLanes / 2;
  // A layer of one tile: so the compiler knows the stride.
  if (outputs == kOutputs) return HiddenTile<V, N>(out, inputs, pairs, weights, bias, 2 * kOutputs);
  for (; first + kOutputs <= outputs; first += kOutputs) {
    HiddenTile<V, N>(out + first, inputs, pairs, weights + 2 * first, bias + first, 2 * outputs);
  }
  if constexpr (N > 1) HiddenFrom<V, N / 2>(out, inputs, pairs, weights, bias, first, outputs);
}

template <class V>
void Hidden(int16_t* out, const int16_t* inputs, int pairs, const int16_t* weights,
            const int32_t* bias, int outputs) {
  HiddenFrom<V, 8>(out, inputs, pairs, weights, bias, 0, outputs);
}

template <class V>
int32_t Dot(const int16_t* a, const int16_t* b, int size) {
  typename V::I32 sum = V::Zero32();
  for (int i = 0; i < size; i += V::kLanes) {
    sum = V::MultiplyAddPairs(sum, V::Load(a + i), V::Load(b + i));
  }
  return V::Sum(sum);
}

template <class V>
constexpr Kernels TableOf(const char* name) {
  return {name, Update<V>, Activate<V>, Hidden<V>, Dot<V>};
}

}  // namespace
}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_KERNELS_KERNEL_BODY_H_
