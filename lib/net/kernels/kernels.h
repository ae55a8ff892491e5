// Inner loops of the net. Each instruction set provides one table of functions; every table
// computes exactly what the plainest loop would.
//
// Arrays are 64-byte aligned, rows of 8 bits 32-byte aligned; nothing overlaps unless said.
#ifndef COHERENT_LIB_NET_KERNELS_KERNELS_H_
#define COHERENT_LIB_NET_KERNELS_KERNELS_H_

#include <cstdint>

namespace coherent::net {

// Rows of weights, in 16 and in 8 bits.
struct RowList {
  const int16_t* const* wide;
  int wide_count;
  const int8_t* const* narrow;
  int narrow_count;
};

struct Kernels {
  const char* name;

  // out = in + added - removed, modulo 2^16. `width` is a multiple of 32; out may be in.
  void (*update)(int16_t* out, const int16_t* in, const RowList& added, const RowList& removed,
                 int width);

  // activations = clamp(sums + offsets + more_offsets, 0, 255), each addition saturated;
  // `more_offsets` may be null. `width` is a multiple of 32.
  void (*activate)(int16_t* activations, const int16_t* sums, const int16_t* offsets,
                   const int16_t* more_offsets, int width);

  // out[k] = clamp((bias[k] + sum of inputs[i] * weight of i and k) >> 14, 0, 255) over `pairs`
  // pairs of inputs, zeros too: with activations of this kind hardly any pair is zero. Weights lie
  // as [pair of inputs][output][input of the pair]. `outputs` is a multiple of 16 up to 128.
  void (*hidden)(int16_t* out, const int16_t* inputs, int pairs, const int16_t* weights,
                 const int32_t* bias, int outputs);

  // Sum of a[i] * b[i]. `size` is a multiple of 32.
  int32_t (*dot)(const int16_t* a, const int16_t* b, int size);
};

extern const Kernels kGenericKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

inline constexpr const Kernels* kAllKernels[] = {&kGenericKernels, &kAvx2Kernels, &kAvx512Kernels};

// Whether this CPU can run the table.
bool CpuSupports(const Kernels& kernels);

// The table called `name`, or null if there is none or this CPU lacks it.
const Kernels* FindKernels(const char* name);

// What COHERENT_KERNEL names in the environment if this CPU can run it, else AVX2 if it can run
// that: vectors of 512 bits were slower at every width
// (docs/experiments/0006-dense-first-layer.md).
const Kernels& ChosenKernels();

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_KERNELS_KERNELS_H_
