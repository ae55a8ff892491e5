// The inner loops of training, one table of functions for each level of processor. All tables give
// the same results to the bit: sums are taken lane by lane in one order, products are rounded
// before they are added.
//
// Included by files that are compiled for newer processors: nothing but declarations here.
#ifndef COHERENT_LIB_TRAIN_KERNELS_KERNELS_H_
#define COHERENT_LIB_TRAIN_KERNELS_KERNELS_H_

#include <cstddef>
#include <cstdint>

namespace coherent::train {

// The first layer is kept in blocks of columns: a block's slice of the table stays in a core's
// cache while one thread works on it. Widths are padded to whole blocks, with zeros.
inline constexpr int kBlock = 64;

// Positions whose inputs stay in the first-level cache while the head works on them.
inline constexpr int kTile = 32;

inline constexpr int kMaxHidden = 128;

// Rows of a block of the first layer that views switch on, or views that rows are switched on in:
// members `items[first[i]]` up to `count[i]` of them belong to `i`.
struct Lists {
  const uint32_t* items;
  const uint32_t* first;
  const uint32_t* count;
};

// How AdamW changes weights in one step; see optimizer.h.
struct AdamStep {
  float keep;        // what decay leaves of a weight
  float rate;        // includes the correction of the first moment
  float root_scale;  // corrects the root of the second moment
  float epsilon;
  float decay1, add1;  // first moment: decay1 * old + add1 * gradient
  float decay2, add2;  // second moment: decay2 * old + add2 * gradient^2
};

// The layers after the first. Activations of the first lie in blocks, [block][view][kBlock]; the
// views of position p are 2 * p (side to move) and 2 * p + 1. Padded width = blocks * kBlock.
struct HeadShape {
  int blocks;
  int views;
  int hidden2;
  int hidden3;
};

struct HeadWeights {
  const float* weights2;             // [hidden 2][2][padded width]
  const float* bias2;                // [hidden 2]
  const float* weights3;             // [hidden 3][hidden 2]
  const float* weights3_transposed;  // [hidden 2][hidden 3]
  const float* bias3;                // [hidden 3]
  const float* weights4;             // [hidden 3]
  float bias4;
};

// As above; sums over positions.
struct HeadGradients {
  float* weights2;
  float* bias2;
  float* weights3;
  float* bias3;
  float* weights4;
  float* bias4;
};

// What a tile's positions compute on the way: at most kTile of them from `first` on.
struct HeadTile {
  int first;
  int positions;
  float hidden2[kTile][kMaxHidden];
  float hidden3[kTile][kMaxHidden];
  float output[kTile];
  float output_gradient[kTile];  // set between forward and backward
};

struct Kernels {
  // activations[v] = clamp(bias + the table's rows in rows[v], 0, 1) for v below `views`.
  void (*sum_rows)(const float* table, const float* bias, const Lists& rows, int views,
                   float* activations);
  // sums[i] = the vectors in lists[first_list + i], for i below `count`.
  void (*gather)(const float* vectors, const Lists& lists, int first_list, int count, float* sums);
  // sum = the `count` vectors one after another.
  void (*add_up)(const float* vectors, int count, float* sum);
  // to[i] = rows[i] + base for i below `count`, each a vector of kBlock.
  void (*add_base)(const float* rows, const float* base, int count, float* to);
  // One step for `count` weights and their moments.
  void (*adam)(const AdamStep& step, const float* gradient, size_t count, float* weights,
               float* first_moments, float* second_moments);

  void (*head_forward)(const HeadShape& shape, const HeadWeights& weights, const float* activations,
                       HeadTile& tile);
  // Adds to `gradients` and replaces the tile's activations by the gradients of the sums they come
  // from.
  void (*head_backward)(const HeadShape& shape, const HeadWeights& weights, float* activations,
                        const HeadTile& tile, const HeadGradients& gradients);
};

extern const Kernels kGenericKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_KERNELS_KERNELS_H_
