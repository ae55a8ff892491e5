// What tests of training and export share: small nets that nobody has trained,
// positions that nobody has searched.
#ifndef COHERENT_LIB_TRAIN_TESTING_H_
#define COHERENT_LIB_TRAIN_TESTING_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/train/checkpoint.h"
#include "lib/train/position.h"

namespace coherent::train {

// 8 buckets, hidden layers of 16 and 32.
Shape SmallShape(int width, int threat_rows, bool shared_piece_rows);

// Every weight uniform, spread so that all layers are mostly inside their limits.
Weights RandomWeights(const Shape& shape, u64 seed);

// From games of random moves; scores by counting material, results at random.
std::vector<TrainingPosition> RandomPositions(int count, u64 seed);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_TESTING_H_
