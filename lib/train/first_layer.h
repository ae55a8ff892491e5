// The first layer: nearly all weights of a net, and nearly all work. Kept in blocks of columns, so
// that a thread works through one block at a time, alone, and its part of the table stays near.
#ifndef COHERENT_LIB_TRAIN_FIRST_LAYER_H_
#define COHERENT_LIB_TRAIN_FIRST_LAYER_H_

#include <functional>
#include <span>
#include <vector>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/train/checkpoint.h"
#include "lib/train/kernels/kernels.h"
#include "lib/train/rows.h"

namespace coherent::train {

// Weights, and what AdamW remembers of each.
struct Parameters {
  HugeArray<float> weights;
  HugeArray<float> first_moments;
  HugeArray<float> second_moments;

  Parameters() = default;
  explicit Parameters(size_t size) : weights(size), first_moments(size), second_moments(size) {}
};

// One step of AdamW with decay and one without.
struct AdamSteps {
  AdamStep decaying;
  AdamStep plain;
};

// Adds up a block of gradients over all machines that train together; the same on each afterwards.
// Called for every block, by any thread, in no certain order of blocks.
using GradientSum = std::function<void(int block, std::span<float> gradients)>;

class FirstLayer {
 public:
  FirstLayer(const Shape& shape, const RowMap& rows, const Kernels& kernels);

  int blocks() const { return blocks_; }

  // Takes over, or gives out, the first layer's part of weights and moments.
  using Member = HugeArray<float> Parameters::*;
  void Load(const Weights& weights, Member member);
  void Store(Member member, Weights& weights) const;
  // After all of Load, before the first step.
  void FinishLoading();

  // Activations of one block, [view][kBlock].
  void Forward(int block, const Lists& rows_of_views, int views, float* activations) const;

  // Notes which rows a step moves; before its Backward.
  void BeginStep(const Lists& views_of_rows);
  // Moves the weights of one block. `gradients` are those of the block's sums, [view][kBlock].
  // `sum` may be empty: then this machine is alone.
  void Backward(int block, const Lists& views_of_rows, int views, const float* gradients,
                const AdamSteps& steps, const GradientSum& sum);

 private:
  // Where a block's part of a table of so many rows begins.
  size_t BlockStart(int block, int rows) const { return size_t{1} * block * rows * kBlock; }
  template <class Visit>
  void ForEachTensor(Visit visit) const;
  bool HasBases() const { return row_map_.base_rows() > 0; }
  const HugeArray<float>& Effective() const { return HasBases() ? effective_ : rows_.weights; }
  void Move(Parameters& parameters, size_t at, size_t count, const float* gradient,
            const AdamStep& step);
  void MoveGroup(int block, const RowGroup& group, const float* gradients, const AdamSteps& steps);
  void MoveBias(int block, int views, const float* gradients, const AdamStep& step,
                const GradientSum& sum);

  const RowMap& row_map_;
  const Kernels& kernels_;
  int width_;
  int blocks_;
  Parameters rows_;                // [block][row][kBlock]
  Parameters bases_;               // [block][base row][kBlock]
  Parameters bias_;                // [block][kBlock]
  HugeArray<float> effective_;     // rows with their bases added; empty without bases
  std::vector<u8> group_touched_;  // whether any row of a group ever had a gradient
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_FIRST_LAYER_H_
