#include "lib/net/rows8.h"

#include <algorithm>
#include <vector>

namespace coherent::net {
bool IsNarrow(std::span<const i16> row) {
  return std::all_of(row.begin(), row.end(),
                     [](i16 weight) { return weight >= -kNarrowMax && weight <= kNarrowMax; });
}

std::string EncodeRows8(const Network& network, const Fold& fold) {
  std::string bytes((fold.rows() + 7) / 8, '\0');
  std::vector<i16> buffer(network.architecture.width);
  for (int row = 0; row < fold.rows(); ++row) {
    const std::span<const i16> weights = fold.Row(network, row, buffer);
    if (IsNarrow(weights)) {
      bytes.append(weights.begin(), weights.end());
    } else {
      bytes[row / 8] = static_cast<char>(bytes[row / 8] | 1 << row % 8);
    }
  }
  return bytes;
}

}  // namespace coherent::net
