// Bounds of one neuron's sums, tighter than the charge bound and a thousand times as costly
// (docs/export.md, "The proof for 16 bits").
#ifndef COHERENT_LIB_EXPORT_LINE_BOUND_H_
#define COHERENT_LIB_EXPORT_LINE_BOUND_H_

#include "lib/base/int.h"
#include "lib/export/witness.h"

namespace coherent::exporting {

struct Range {
  i64 lower;
  i64 upper;
};

// The sums over every placement that the charge bound is about lie in this range, however many
// `rounds` of improvement it was given. Whole numbers throughout: the same on every machine.
Range LineBounds(const NeuronWeights& weights, int rounds);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_LINE_BOUND_H_
