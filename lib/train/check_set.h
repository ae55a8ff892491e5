// How good a net is on packages it has never been trained on, and how sure that is.
#ifndef COHERENT_LIB_TRAIN_CHECK_SET_H_
#define COHERENT_LIB_TRAIN_CHECK_SET_H_

#include <optional>
#include <span>
#include <vector>

#include "lib/base/int.h"
#include "lib/train/dataset.h"
#include "lib/train/model.h"
#include "lib/train/thread_pool.h"

namespace coherent::train {

struct Interval {
  double low;
  double high;
};

// The sum of something over the positions of each package.
struct PackageSums {
  std::vector<double> sums;
  std::vector<i64> counts;

  double Mean() const;
};

// 95 % of the means of packages drawn with replacement lie in it: single positions of a package are
// too alike to be drawn. None for fewer than two packages. Equal seeds give equal intervals.
std::optional<Interval> BootstrapMean(const PackageSums& packages, u64 seed);

// The net's output for every position.
std::vector<float> Outputs(Model& model, std::span<const TrainingPosition> positions,
                           ThreadPool& pool);

// Errors of these outputs (loss.h) by package.
PackageSums Errors(const Dataset& dataset, std::span<const float> outputs, double result_share);

// The scale S, in centipawns for an output of 1.0, for which
// sum((sigmoid(S * output / 205) - sigmoid(score / 205))^2) is smallest; from 1 to 2050.
int FitOutputScale(std::span<const TrainingPosition> positions, std::span<const float> outputs);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_CHECK_SET_H_
