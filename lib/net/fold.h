// Threat rows that are always active together, added up beforehand (docs/net_format.md, FOLD___1).
#ifndef COHERENT_LIB_NET_FOLD_H_
#define COHERENT_LIB_NET_FOLD_H_

#include <optional>
#include <span>
#include <vector>

#include "lib/base/int.h"
#include "lib/net/network.h"

namespace coherent::net {

struct FoldPair {
  u32 kept;
  u32 dropped;

  friend bool operator==(const FoldPair&, const FoldPair&) = default;
};
static_assert(sizeof(FoldPair) == 8);

// Says which threat rows are folded and where in the folded table each row lies. Holds no weights.
class Fold {
 public:
  // Every row for itself.
  static Fold None(const Architecture& architecture) { return Fold(architecture, {}); }
  // All twins whose sums stay inside 16 bits.
  static Fold Of(const Network& network);

  const std::vector<FoldPair>& pairs() const { return pairs_; }
  int rows() const { return static_cast<int>(originals_.size()); }

  // The row of the folded table for a threat row; none if it is dropped: then its twin, active
  // whenever it is, speaks for both.
  std::optional<int> RowOf(int threat_row) const;

  // The weights of a row of the folded table. May use `buffer`, which must hold a row.
  std::span<const i16> Row(const Network& network, int row, std::span<i16> buffer) const;

 private:
  // A kept row and the twin added to it, if any.
  struct Original {
    u32 kept;
    std::optional<u32> dropped;
  };

  Fold(const Architecture& architecture, std::vector<FoldPair> pairs);

  std::vector<FoldPair> pairs_;
  std::vector<Original> originals_;  // by row of the folded table
  std::vector<u32> rows_;            // by threat row; kDropped if dropped
};

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_FOLD_H_
