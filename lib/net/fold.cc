#include "lib/net/fold.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "lib/net/threats.h"

namespace coherent::net {
namespace {

constexpr u32 kDropped = ~u32{0};

bool SumFits(std::span<const i16> a, std::span<const i16> b) {
  using Limits = std::numeric_limits<i16>;
  for (size_t j = 0; j < a.size(); ++j) {
    const int sum = a[j] + b[j];
    if (sum < Limits::min() || sum > Limits::max()) return false;
  }
  return true;
}

}  // namespace

Fold::Fold(const Architecture& architecture, std::vector<FoldPair> pairs)
    : pairs_(std::move(pairs)), rows_(architecture.threat_rows, 0) {
  std::vector<std::optional<u32>> twins(rows_.size());
  for (const FoldPair& pair : pairs_) {
    twins[pair.kept] = pair.dropped;
    rows_[pair.dropped] = kDropped;
  }
  for (u32 row = 0; row < rows_.size(); ++row) {
    if (rows_[row] == kDropped) continue;
    rows_[row] = static_cast<u32>(originals_.size());
    originals_.push_back({row, twins[row]});
  }
}

Fold Fold::Of(const Network& network) {
  std::vector<FoldPair> pairs;
  for (int row = 0; row < network.architecture.threat_rows; ++row) {
    const std::optional<int> twin = TwinOf(row);
    if (!twin || *twin < row) continue;
    if (!SumFits(network.ThreatRow(row), network.ThreatRow(*twin))) continue;
    pairs.push_back({static_cast<u32>(row), static_cast<u32>(*twin)});
  }
  return Fold(network.architecture, std::move(pairs));
}

std::optional<int> Fold::RowOf(int threat_row) const {
  if (rows_[threat_row] == kDropped) return std::nullopt;
  return static_cast<int>(rows_[threat_row]);
}

std::span<const i16> Fold::Row(const Network& network, int row, std::span<i16> buffer) const {
  const Original& original = originals_[row];
  const std::span<const i16> kept = network.ThreatRow(static_cast<int>(original.kept));
  if (!original.dropped) return kept;
  const std::span<const i16> dropped = network.ThreatRow(static_cast<int>(*original.dropped));
  for (size_t j = 0; j < kept.size(); ++j) buffer[j] = static_cast<i16>(kept[j] + dropped[j]);
  return buffer.first(kept.size());
}

}  // namespace coherent::net
