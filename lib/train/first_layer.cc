#include "lib/train/first_layer.h"

#include <algorithm>
#include <numeric>

namespace coherent::train {
namespace {

// A tensor of the checkpoint, and where its rows lie.
struct TensorPlace {
  std::vector<float> Weights::*values;
  int rows;
  int first;  // number of its first row in the net (rows) or among the bases
  bool is_bases;
};

}  // namespace

FirstLayer::FirstLayer(const Shape& shape, const RowMap& rows, const Kernels& kernels)
    : row_map_(rows),
      kernels_(kernels),
      width_(shape.architecture.width),
      blocks_((width_ + kBlock - 1) / kBlock),
      rows_(size_t{1} * blocks_ * rows.rows() * kBlock),
      bases_(size_t{1} * blocks_ * rows.base_rows() * kBlock),
      bias_(size_t{1} * blocks_ * kBlock),
      effective_(rows.base_rows() > 0 ? size_t{1} * blocks_ * rows.rows() * kBlock : 0),
      group_touched_(rows.groups().size()) {}

// Visits every part of a row that lies in one block: the tensor, where in it, whether among the
// bases, where there, how long.
template <class Visit>
void FirstLayer::ForEachTensor(Visit visit) const {
  const int shared = row_map_.shared_rows(), pieces = row_map_.piece_rows();
  const TensorPlace places[] = {
      {&Weights::piece, pieces, 0, false},
      {&Weights::fine_threat, row_map_.rows() - pieces, pieces, false},
      {&Weights::shared_piece, shared, 0, true},
      {&Weights::coarse_threat, row_map_.base_rows() - shared, shared, true},
  };
  for (const TensorPlace& place : places) {
    for (int row = 0; row < place.rows; ++row) {
      const int to = place.is_bases ? place.first + row : row_map_.Place(place.first + row);
      const int table_rows = place.is_bases ? row_map_.base_rows() : row_map_.rows();
      for (int block = 0; block < blocks_; ++block) {
        const int count = std::min(kBlock, width_ - block * kBlock);
        visit(place.values, size_t{1} * row * width_ + size_t{1} * block * kBlock, place.is_bases,
              BlockStart(block, table_rows) + size_t{1} * to * kBlock, count);
      }
    }
  }
}

void FirstLayer::Load(const Weights& weights, Member member) {
  ForEachTensor([&](auto values, size_t from, bool is_bases, size_t to, int count) {
    Parameters& table = is_bases ? bases_ : rows_;
    std::copy_n((weights.*values).data() + from, count, (table.*member).data() + to);
  });
  // Blocks of one row lie one behind the other.
  std::copy(weights.input_bias.begin(), weights.input_bias.end(), (bias_.*member).begin());
}

void FirstLayer::Store(Member member, Weights& weights) const {
  ForEachTensor([&](auto values, size_t to, bool is_bases, size_t from, int count) {
    const Parameters& table = is_bases ? bases_ : rows_;
    std::copy_n((table.*member).data() + from, count, (weights.*values).data() + to);
  });
  std::copy_n((bias_.*member).data(), width_, weights.input_bias.data());
}

void FirstLayer::FinishLoading() {
  const std::vector<RowGroup>& groups = row_map_.groups();
  for (size_t i = 0; i < groups.size(); ++i) {
    group_touched_[i] = 0;
    for (int block = 0; block < blocks_; ++block) {
      const size_t at = BlockStart(block, row_map_.rows()) + size_t{1} * groups[i].first * kBlock;
      const float* moments = rows_.first_moments.data() + at;
      const float* end = moments + size_t{1} * groups[i].count * kBlock;
      if (std::any_of(moments, end, [](float moment) { return moment != 0; })) {
        group_touched_[i] = 1;
      }
      if (groups[i].base == kNoBase) {
        if (HasBases()) {
          std::copy_n(rows_.weights.data() + at, end - moments, effective_.data() + at);
        }
        continue;
      }
      const size_t base =
          BlockStart(block, row_map_.base_rows()) + size_t{1} * groups[i].base * kBlock;
      kernels_.add_base(rows_.weights.data() + at, bases_.weights.data() + base, groups[i].count,
                        effective_.data() + at);
    }
  }
}

void FirstLayer::Forward(int block, const Lists& rows_of_views, int views,
                         float* activations) const {
  kernels_.sum_rows(Effective().data() + BlockStart(block, row_map_.rows()),
                    bias_.weights.data() + size_t{1} * block * kBlock, rows_of_views, views,
                    activations);
}

void FirstLayer::BeginStep(const Lists& views_of_rows) {
  const std::vector<RowGroup>& groups = row_map_.groups();
  for (size_t i = 0; i < groups.size(); ++i) {
    for (int row = groups[i].first; row < groups[i].first + groups[i].count; ++row) {
      if (views_of_rows.count[row] > 0) group_touched_[i] = 1;
    }
  }
}

void FirstLayer::Move(Parameters& parameters, size_t at, size_t count, const float* gradient,
                      const AdamStep& step) {
  kernels_.adam(step, gradient, count, parameters.weights.data() + at,
                parameters.first_moments.data() + at, parameters.second_moments.data() + at);
}

void FirstLayer::MoveGroup(int block, const RowGroup& group, const float* gradients,
                           const AdamSteps& steps) {
  const AdamStep& step = group.is_threat ? steps.plain : steps.decaying;
  const size_t at = BlockStart(block, row_map_.rows()) + size_t{1} * group.first * kBlock;
  Move(rows_, at, size_t{1} * group.count * kBlock, gradients, step);
  if (group.base == kNoBase) {
    if (HasBases()) {
      std::copy_n(rows_.weights.data() + at, group.count * kBlock, effective_.data() + at);
    }
    return;
  }
  float base_gradient[kBlock];
  kernels_.add_up(gradients, group.count, base_gradient);
  const size_t base = BlockStart(block, row_map_.base_rows()) + size_t{1} * group.base * kBlock;
  Move(bases_, base, kBlock, base_gradient, step);
  kernels_.add_base(rows_.weights.data() + at, bases_.weights.data() + base, group.count,
                    effective_.data() + at);
}

void FirstLayer::MoveBias(int block, int views, const float* gradients, const AdamStep& step,
                          const GradientSum& sum) {
  float gradient[kBlock];
  kernels_.add_up(gradients, views, gradient);
  if (sum) sum(block, gradient);
  Move(bias_, size_t{1} * block * kBlock, kBlock, gradient, step);
}

void FirstLayer::Backward(int block, const Lists& views_of_rows, int views, const float* gradients,
                          const AdamSteps& steps, const GradientSum& sum) {
  MoveBias(block, views, gradients, steps.decaying, sum);
  const std::vector<RowGroup>& groups = row_map_.groups();
  if (sum) {
    // Other machines may have touched what this one did not.
    std::vector<float> all(size_t{1} * row_map_.rows() * kBlock);
    kernels_.gather(gradients, views_of_rows, 0, row_map_.rows(), all.data());
    sum(block, all);
    for (const RowGroup& group : groups) {
      MoveGroup(block, group, all.data() + size_t{1} * group.first * kBlock, steps);
    }
    return;
  }
  float group_gradients[kMaxGroup * kBlock];
  for (size_t i = 0; i < groups.size(); ++i) {
    // Without gradient, moments and decay, a step changes nothing.
    if (group_touched_[i] == 0 && groups[i].is_threat) continue;
    kernels_.gather(gradients, views_of_rows, groups[i].first, groups[i].count, group_gradients);
    MoveGroup(block, groups[i], group_gradients, steps);
  }
}

}  // namespace coherent::train
