// Nets to begin with: new ones, and wider ones that compute what a narrower one did.
#ifndef COHERENT_LIB_TRAIN_INITIAL_H_
#define COHERENT_LIB_TRAIN_INITIAL_H_

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/train/checkpoint.h"

namespace coherent::train {

// Small random weights. Rows that a base row stands behind begin at zero, threat rows altogether.
Checkpoint InitialNet(const Shape& shape, u64 seed);

// The net with more neurons, threat rows or shared piece rows, and the same value for every
// position: what is old is copied, new neurons have small random incoming weights and outgoing
// weights of zero, new rows are zero. InvalidArgument if a dimension shrinks or buckets differ.
absl::StatusOr<Checkpoint> Widen(const Checkpoint& old, const Shape& shape, u64 seed);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_INITIAL_H_
