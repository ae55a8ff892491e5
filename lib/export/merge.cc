#include "lib/export/merge.h"

#include <vector>

#include "lib/net/architecture.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

void Copy(const std::vector<float>& table, int row, std::span<double> to) {
  const float* from = table.data() + to.size() * row;
  for (size_t j = 0; j < to.size(); ++j) to[j] = from[j];
}

void Add(const std::vector<float>& table, int row, std::span<double> to) {
  const float* from = table.data() + to.size() * row;
  for (size_t j = 0; j < to.size(); ++j) to[j] += from[j];
}

}  // namespace

void MergedRows::PieceRow(int row, std::span<double> to) const {
  Copy(checkpoint_.weights.piece, row, to);
  if (!checkpoint_.shape.shared_piece_rows) return;
  Add(checkpoint_.weights.shared_piece, row % net::kPieceRowsOfBucket, to);
}

void MergedRows::ThreatRow(int row, std::span<double> to) const {
  Copy(checkpoint_.weights.fine_threat, row, to);
  Add(checkpoint_.weights.coarse_threat, train::CoarseThreatRow(net::AllThreatPairs()[row]), to);
}

}  // namespace coherent::exporting
