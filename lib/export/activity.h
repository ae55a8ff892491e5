// What the first layer's neurons do on a set of positions: the ground on which they are reordered
// and dropped (docs/export.md, "--reorder"; docs/net.md, "prune").
#ifndef COHERENT_LIB_EXPORT_ACTIVITY_H_
#define COHERENT_LIB_EXPORT_ACTIVITY_H_

#include <array>
#include <span>
#include <vector>

#include "lib/base/int.h"
#include "lib/chess/epd.h"
#include "lib/net/network.h"

namespace coherent::exporting {

struct Activity {
  // Of the view of the side to move, then of the other side.
  struct Moments {
    std::array<i64, 2> sum = {};
    std::array<i64, 2> sum_of_squares = {};
  };

  i64 positions = 0;
  std::vector<std::vector<u64>> active;  // [neuron], a bit a view: its activation is not 0
  std::vector<Moments> activations;      // [neuron]

  // Two a position.
  i64 views() const { return 2 * positions; }
  // In how many views the neuron is active; in how many one of two or both are.
  i64 CountActive(int neuron) const;
  i64 CountEither(int a, int b) const;
  i64 CountBoth(int a, int b) const;
};

Activity MeasureActivity(const net::Network& network, std::span<const chess::EpdRecord> positions);

// The engine's next layer reads the first layer's outputs in pairs and skips those that are both 0.
// How many pairs of how many it skips if output i is the one of neuron order[i].
struct PairCount {
  i64 zero = 0;
  i64 all = 0;
};
PairCount CountZeroPairs(const Activity& activity, std::span<const int> order);

// All neurons, so that those that are often active together are pairs: the pair that most often is
// comes off first, and so on. Busy pairs stand first. Ties go by number.
std::vector<int> PairedOrder(const Activity& activity);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_ACTIVITY_H_
