// A network laid out for the kernels: the same numbers where a search wants to find them. Read by
// all threads, changed by none.
#ifndef COHERENT_LIB_NET_PREPARED_H_
#define COHERENT_LIB_NET_PREPARED_H_

#include <optional>
#include <vector>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/base/mechanism.h"
#include "lib/net/network.h"
#include "lib/net/zero_point.h"

namespace coherent::net {

// What makes threat rows smaller. None of it ever changes a value.
struct RowChoice {
  bool fold = Has(Mechanism::kFold);
  bool rows8 = Has(Mechanism::kRows8);
};

// Threat rows: folded, in 8 bits where nothing is lost, without those that are zero.
class ThreatTable {
 public:
  ThreatTable() = default;
  ThreatTable(const Network& network, const RowChoice& choice);

  // Calls `wide` or `narrow` with the weights that a switched-on row stands for, or neither.
  template <class Wide, class Narrow>
  void Visit(int row, Wide wide, Narrow narrow) const {
    const u32 place = places_[row];
    if (place == kNowhere) return;
    const size_t first = size_t{place >> 1} * width_;
    if ((place & 1) != 0) {
      wide(&wide_[first]);
    } else {
      narrow(&narrow_[first]);
    }
  }

 private:
  static constexpr u32 kNowhere = ~u32{0};

  int width_ = 0;
  std::vector<u32> places_;  // by threat row: twice the index in its table, plus 1 if wide
  HugeArray<i16> wide_;
  HugeArray<i8> narrow_;
};

// Weights as [pair of inputs][output][input of the pair], outputs padded with zeros.
struct PreparedLayer {
  int outputs = 0;
  HugeArray<i16> weights;
  HugeArray<i32> bias;
};

struct PreparedNetwork {
  Architecture architecture;
  HugeArray<i16> piece_rows;  // [piece rows][width]
  ThreatTable threats;
  // False: sums minus zero points are not proved to fit 16 bits, so sums take 32.
  bool sums_fit_16_bits = false;
  HugeArray<i16> start;  // sums minus zero points while no row is on, modulo 2^16
  // Zero point plus bias. What does not fit 16 bits is split in two of one sign, both added
  // saturated: sums that saturate are beyond the activation's range either way.
  HugeArray<i16> offsets;
  HugeArray<i16> more_offsets;  // empty if all would be 0
  std::vector<i16> input_bias;
  PreparedLayer hidden2;
  PreparedLayer hidden3;
  HugeArray<i16> output_weights;  // padded like the last hidden layer
  i32 output_bias = 0;
};

// `points`: what the file states; without them they are derived, which takes a second for the
// largest nets.
PreparedNetwork Prepare(Network network, const std::optional<ZeroPoints>& points,
                        const RowChoice& choice);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_PREPARED_H_
