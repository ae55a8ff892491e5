// Each inner loop once; generic.cc, avx2.cc and avx512.cc compile it for their processors. Sixteen
// floats are one vector whatever the processor makes of it, and FMA is off (BUILD.bazel), so that
// all of them round alike.
#ifndef COHERENT_LIB_TRAIN_KERNELS_KERNEL_BODY_H_
#define COHERENT_LIB_TRAIN_KERNELS_KERNEL_BODY_H_

#include <cstddef>
#include <cstdint>

#include "lib/train/kernels/kernels.h"

namespace coherent::train {
namespace {

constexpr int kLanes = 16;
constexpr int kVectors = kBlock / kLanes;

typedef float Vector __attribute__((vector_size(64)));
typedef int32_t Mask __attribute__((vector_size(64)));

// Arrays in memory may lie at any multiple of 4 bytes: head arrays need not be aligned.
inline Vector LoadVector(const float* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof(vector));
  return vector;
}
inline void StoreVector(float* to, const Vector& vector) {
  __builtin_memcpy(to, &vector, sizeof(vector));
}

// A block's part of one row.
struct Row {
  Vector parts[kVectors];

  inline void Load(const float* from) {
    for (int i = 0; i < kVectors; ++i) parts[i] = LoadVector(from + i * kLanes);
  }
  inline void Add(const float* from) {
    for (int i = 0; i < kVectors; ++i) parts[i] += LoadVector(from + i * kLanes);
  }
  inline void Store(float* to) const {
    for (int i = 0; i < kVectors; ++i) StoreVector(to + i * kLanes, parts[i]);
  }
};

inline float SumOfLanes(const Vector& vector) {
  Vector v = vector;
  v += __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3);
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1);
  return v[0] + v[1];
}

inline float Clamp01(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }

// The derivative of Clamp01, from its result.
inline bool IsInside(float activation) { return activation > 0.0f && activation < 1.0f; }

void SumRows(const float* table, const float* bias, const Lists& rows, int views,
             float* activations) {
  const Vector zero = {}, one = zero + 1.0f;
  Row start;
  start.Load(bias);
  for (int view = 0; view < views; ++view) {
    Row sum = start;
    const uint32_t* row = rows.items + rows.first[view];
    const uint32_t* end = row + rows.count[view];
    for (; row != end; ++row) sum.Add(table + size_t{*row} * kBlock);
    for (Vector& part : sum.parts) {
      part = part > zero ? part : zero;
      part = part < one ? part : one;
    }
    sum.Store(activations + size_t(view) * kBlock);
  }
}

void Gather(const float* vectors, const Lists& lists, int first_list, int count, float* sums) {
  for (int i = 0; i < count; ++i) {
    Row sum = {};
    const uint32_t* item = lists.items + lists.first[first_list + i];
    const uint32_t* end = item + lists.count[first_list + i];
    for (; item != end; ++item) sum.Add(vectors + size_t{*item} * kBlock);
    sum.Store(sums + size_t(i) * kBlock);
  }
}

void AddUp(const float* vectors, int count, float* sum) {
  Row total = {};
  for (int i = 0; i < count; ++i) total.Add(vectors + size_t(i) * kBlock);
  total.Store(sum);
}

void AddBase(const float* rows, const float* base, int count, float* to) {
  Row added;
  for (int i = 0; i < count; ++i) {
    added.Load(base);
    added.Add(rows + size_t(i) * kBlock);
    added.Store(to + size_t(i) * kBlock);
  }
}

void Adam(const AdamStep& step, const float* __restrict gradient, size_t count,
          float* __restrict weights, float* __restrict first_moments,
          float* __restrict second_moments) {
  const AdamStep s = step;
  for (size_t i = 0; i < count; ++i) {
    const float g = gradient[i];
    const float first = s.decay1 * first_moments[i] + s.add1 * g;
    const float second = s.decay2 * second_moments[i] + s.add2 * (g * g);
    const float divisor = __builtin_sqrtf(second) * s.root_scale + s.epsilon;
    first_moments[i] = first;
    second_moments[i] = second;
    weights[i] = s.keep * weights[i] - s.rate * (first / divisor);
  }
}

// Where a block's activations of a view lie.
inline size_t Offset(const HeadShape& shape, int block, int view) {
  return (size_t(block) * shape.views + view) * kBlock;
}

// Sums of layer 2 for kPositions positions and 8 of its neurons, from `neuron` on.
template <int kPositions>
inline void Layer2Sums(const HeadShape& shape, const HeadWeights& weights, const float* activations,
                       int first, int neuron, float (*sums)[kMaxHidden]) {
  const size_t width = size_t(shape.blocks) * kBlock;
  Vector totals[kPositions][8] = {};
  for (int side = 0; side < 2; ++side) {
    for (int block = 0; block < shape.blocks; ++block) {
      const float* x = activations + Offset(shape, block, 2 * first + side);
      const float* w = weights.weights2 + (2 * neuron + side) * width + block * kBlock;
      for (int i = 0; i < kBlock; i += kLanes) {
        Vector inputs[kPositions];
        for (int p = 0; p < kPositions; ++p) inputs[p] = LoadVector(x + p * 2 * kBlock + i);
        for (int k = 0; k < 8; ++k) {
          const Vector weight = LoadVector(w + k * 2 * width + i);
          for (int p = 0; p < kPositions; ++p) totals[p][k] += weight * inputs[p];
        }
      }
    }
  }
  for (int p = 0; p < kPositions; ++p) {
    for (int k = 0; k < 8; ++k) {
      sums[p][neuron + k] = weights.bias2[neuron + k] + SumOfLanes(totals[p][k]);
    }
  }
}

void HeadForward(const HeadShape& shape, const HeadWeights& weights, const float* activations,
                 HeadTile& tile) {
  for (int neuron = 0; neuron < shape.hidden2; neuron += 8) {
    int p = 0;
    for (; p + 2 <= tile.positions; p += 2) {
      Layer2Sums<2>(shape, weights, activations, tile.first + p, neuron, tile.hidden2 + p);
    }
    if (p < tile.positions) {
      Layer2Sums<1>(shape, weights, activations, tile.first + p, neuron, tile.hidden2 + p);
    }
  }
  for (int p = 0; p < tile.positions; ++p) {
    float* __restrict hidden2 = tile.hidden2[p];
    float* __restrict hidden3 = tile.hidden3[p];
    for (int j = 0; j < shape.hidden3; ++j) hidden3[j] = weights.bias3[j];
    for (int i = 0; i < shape.hidden2; ++i) {
      const float input = hidden2[i] = Clamp01(hidden2[i]);
      const float* __restrict w = weights.weights3_transposed + size_t(i) * shape.hidden3;
      for (int j = 0; j < shape.hidden3; ++j) hidden3[j] += input * w[j];
    }
    float output = weights.bias4;
    for (int j = 0; j < shape.hidden3; ++j) {
      hidden3[j] = Clamp01(hidden3[j]);
      output += hidden3[j] * weights.weights4[j];
    }
    tile.output[p] = output;
  }
}

// Gradients of the sums of layer 2 of one position; adds to those of the later layers' weights.
void SmallLayersBackward(const HeadShape& shape, const HeadWeights& weights, const HeadTile& tile,
                         int p, const HeadGradients& gradients, float* __restrict gradient2) {
  const float* __restrict hidden2 = tile.hidden2[p];
  const float* __restrict hidden3 = tile.hidden3[p];
  const float output_gradient = tile.output_gradient[p];
  *gradients.bias4 += output_gradient;
  for (int i = 0; i < shape.hidden2; ++i) gradient2[i] = 0.0f;
  for (int j = 0; j < shape.hidden3; ++j) {
    gradients.weights4[j] += output_gradient * hidden3[j];
    if (!IsInside(hidden3[j])) continue;
    const float gradient3 = output_gradient * weights.weights4[j];
    gradients.bias3[j] += gradient3;
    const float* __restrict w = weights.weights3 + size_t(j) * shape.hidden2;
    float* __restrict sum = gradients.weights3 + size_t(j) * shape.hidden2;
    for (int i = 0; i < shape.hidden2; ++i) {
      sum[i] += gradient3 * hidden2[i];
      gradient2[i] += gradient3 * w[i];
    }
  }
  for (int i = 0; i < shape.hidden2; ++i) {
    if (!IsInside(hidden2[i])) gradient2[i] = 0.0f;
    gradients.bias2[i] += gradient2[i];
  }
}

// Adds to the gradients of 16 columns of layer 2's weights for 8 neurons from `neuron` on.
// `x` is the first position's part of these columns.
inline void Layer2Gradients(const float* x, int positions, int neuron,
                            const float (*gradient2)[kMaxHidden], size_t stride, float* sums) {
  Vector totals[8];
  for (int k = 0; k < 8; ++k) totals[k] = LoadVector(sums + k * stride);
  for (int p = 0; p < positions; ++p) {
    const Vector input = LoadVector(x + p * 2 * kBlock);
    for (int k = 0; k < 8; ++k) totals[k] += gradient2[p][neuron + k] * input;
  }
  for (int k = 0; k < 8; ++k) StoreVector(sums + k * stride, totals[k]);
}

// Replaces 16 activations of kPositions positions by the gradients of their sums.
template <int kPositions>
inline void InputGradients(const float* w, size_t stride, int hidden2,
                           const float (*gradient2)[kMaxHidden], float* x) {
  const Vector zero = {}, one = zero + 1.0f;
  Vector totals[kPositions] = {};
  for (int k = 0; k < hidden2; ++k) {
    const Vector weight = LoadVector(w + k * stride);
    for (int p = 0; p < kPositions; ++p) totals[p] += gradient2[p][k] * weight;
  }
  for (int p = 0; p < kPositions; ++p) {
    float* at = x + p * 2 * kBlock;
    const Vector input = LoadVector(at);
    const Mask inside = (input > zero) & (input < one);
    StoreVector(at, inside ? totals[p] : zero);
  }
}

void HeadBackward(const HeadShape& shape, const HeadWeights& weights, float* activations,
                  const HeadTile& tile, const HeadGradients& gradients) {
  float gradient2[kTile][kMaxHidden];
  for (int p = 0; p < tile.positions; ++p) {
    SmallLayersBackward(shape, weights, tile, p, gradients, gradient2[p]);
  }
  const size_t width = size_t(shape.blocks) * kBlock, stride = 2 * width;
  for (int side = 0; side < 2; ++side) {
    for (int block = 0; block < shape.blocks; ++block) {
      for (int i = 0; i < kBlock; i += kLanes) {
        float* x = activations + Offset(shape, block, 2 * tile.first + side) + i;
        const size_t column = side * width + block * kBlock + i;
        for (int neuron = 0; neuron < shape.hidden2; neuron += 8) {
          Layer2Gradients(x, tile.positions, neuron, gradient2, stride,
                          gradients.weights2 + neuron * stride + column);
        }
        const float* w = weights.weights2 + column;
        int p = 0;
        for (; p + 8 <= tile.positions; p += 8) {
          InputGradients<8>(w, stride, shape.hidden2, gradient2 + p, x + p * 2 * kBlock);
        }
        for (; p < tile.positions; ++p) {
          InputGradients<1>(w, stride, shape.hidden2, gradient2 + p, x + p * 2 * kBlock);
        }
      }
    }
  }
}

constexpr Kernels kBodyKernels = {
    .sum_rows = SumRows,
    .gather = Gather,
    .add_up = AddUp,
    .add_base = AddBase,
    .adam = Adam,
    .head_forward = HeadForward,
    .head_backward = HeadBackward,
};

}  // namespace
}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_KERNELS_KERNEL_BODY_H_
