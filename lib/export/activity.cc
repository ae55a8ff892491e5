#include "lib/export/activity.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "lib/net/board.h"
#include "lib/net/reference.h"

namespace coherent::exporting {
namespace {

template <class Combine>
i64 CountBits(const std::vector<u64>& a, const std::vector<u64>& b, Combine combine) {
  i64 count = 0;
  for (size_t word = 0; word < a.size(); ++word) count += std::popcount(combine(a[word], b[word]));
  return count;
}

struct Pair {
  i64 count;
  int a, b;
};

std::vector<Pair> AllPairs(const Activity& activity) {
  const int width = static_cast<int>(activity.active.size());
  std::vector<Pair> pairs;
  pairs.reserve(size_t{1} * width * (width - 1) / 2);
  for (int a = 0; a < width; ++a) {
    for (int b = a + 1; b < width; ++b) pairs.push_back({activity.CountBoth(a, b), a, b});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
    return std::tuple(-x.count, x.a, x.b) < std::tuple(-y.count, y.a, y.b);
  });
  return pairs;
}

}  // namespace

i64 Activity::CountActive(int neuron) const { return CountBoth(neuron, neuron); }

i64 Activity::CountEither(int a, int b) const {
  return CountBits(active[a], active[b], [](u64 x, u64 y) { return x | y; });
}

i64 Activity::CountBoth(int a, int b) const {
  return CountBits(active[a], active[b], [](u64 x, u64 y) { return x & y; });
}

Activity MeasureActivity(const net::Network& network, std::span<const chess::EpdRecord> positions) {
  const int width = network.architecture.width;
  Activity activity;
  activity.positions = static_cast<i64>(positions.size());
  activity.active.assign(width, std::vector<u64>((activity.views() + 63) / 64));
  activity.activations.resize(width);
  size_t view = 0;
  for (const chess::EpdRecord& record : positions) {
    const net::Board board(record.position);
    const net::Color side = record.position.side_to_move();
    for (const net::Color color : {side, !side}) {
      const std::vector<i64> sums = net::ReferenceRowSums(network, board, color);
      for (int j = 0; j < width; ++j) {
        const i64 value = std::clamp<i64>(sums[j] + network.input_bias[j], 0, net::kActivationMax);
        if (value == 0) continue;
        activity.active[j][view / 64] |= u64{1} << view % 64;
        activity.activations[j].sum[color == side ? 0 : 1] += value;
        activity.activations[j].sum_of_squares[color == side ? 0 : 1] += value * value;
      }
      ++view;
    }
  }
  return activity;
}

PairCount CountZeroPairs(const Activity& activity, std::span<const int> order) {
  PairCount count;
  for (size_t i = 0; i + 1 < order.size(); i += 2) {
    count.zero += activity.views() - activity.CountEither(order[i], order[i + 1]);
    count.all += activity.views();
  }
  return count;
}

std::vector<int> PairedOrder(const Activity& activity) {
  std::vector<bool> taken(activity.active.size());
  std::vector<Pair> chosen;
  for (const Pair& pair : AllPairs(activity)) {
    if (taken[pair.a] || taken[pair.b]) continue;
    taken[pair.a] = taken[pair.b] = true;
    chosen.push_back({activity.CountEither(pair.a, pair.b), pair.a, pair.b});
  }
  std::sort(chosen.begin(), chosen.end(), [](const Pair& x, const Pair& y) {
    return std::tuple(-x.count, x.a) < std::tuple(-y.count, y.a);
  });
  std::vector<int> order;
  for (const Pair& pair : chosen) order.insert(order.end(), {pair.a, pair.b});
  return order;
}

}  // namespace coherent::exporting
