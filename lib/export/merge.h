// The first layer's rows as the net file has them: each of a checkpoint's rows with the row that
// stands behind it, a bucket's piece row with the shared one, a fine threat row with its coarse one
// (docs/training.md, "Export").
#ifndef COHERENT_LIB_EXPORT_MERGE_H_
#define COHERENT_LIB_EXPORT_MERGE_H_

#include <span>

#include "lib/train/checkpoint.h"

namespace coherent::exporting {

// Rows in double, not rounded. The checkpoint must outlive it.
class MergedRows {
 public:
  explicit MergedRows(const train::Checkpoint& checkpoint) : checkpoint_(checkpoint) {}

  // Each writes one row of the checkpoint's width.
  void PieceRow(int row, std::span<double> to) const;
  void ThreatRow(int row, std::span<double> to) const;

 private:
  const train::Checkpoint& checkpoint_;
};

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_MERGE_H_
