// The weights of a net as plain arrays, in the order and with the numbers of its file
// (docs/net_format.md, sections 3 and 4).
#ifndef COHERENT_LIB_NET_NETWORK_H_
#define COHERENT_LIB_NET_NETWORK_H_

#include <span>
#include <vector>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/net/architecture.h"

namespace coherent::net {

struct Network {
  Architecture architecture;
  HugeArray<i16> piece_rows;         // [piece rows][width]
  HugeArray<i16> threat_rows;        // [threat rows][width]
  std::vector<i16> input_bias;       // [width]
  std::vector<i16> hidden2_weights;  // [hidden 2][2 * width]
  std::vector<i32> hidden2_bias;     // [hidden 2]
  std::vector<i16> hidden3_weights;  // [hidden 3][hidden 2]
  std::vector<i32> hidden3_bias;     // [hidden 3]
  std::vector<i16> output_weights;   // [hidden 3]
  i32 output_bias = 0;

  Network() = default;
  // All weights zero.
  explicit Network(const Architecture& shape)
      : architecture(shape),
        piece_rows(size_t{1} * shape.piece_rows() * shape.width),
        threat_rows(size_t{1} * shape.threat_rows * shape.width),
        input_bias(shape.width),
        hidden2_weights(2 * shape.width * shape.hidden2),
        hidden2_bias(shape.hidden2),
        hidden3_weights(shape.hidden2 * shape.hidden3),
        hidden3_bias(shape.hidden3),
        output_weights(shape.hidden3) {}

  std::span<const i16> PieceRow(int row) const { return RowOf(piece_rows, row); }
  std::span<const i16> ThreatRow(int row) const { return RowOf(threat_rows, row); }

 private:
  std::span<const i16> RowOf(const HugeArray<i16>& rows, int row) const {
    return rows.span().subspan(size_t{1} * row * architecture.width, architecture.width);
  }
};

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_NETWORK_H_
