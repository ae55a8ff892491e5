#include "lib/export/report.h"

#include <algorithm>
#include <span>

#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/net/fold.h"
#include "lib/net/rows8.h"

namespace coherent::exporting {
namespace {

template <class T>
bool AllZero(std::span<const T> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](T number) { return number == 0; });
}

}  // namespace

Json ShapeToJson(const net::Architecture& architecture) {
  return {{"width", architecture.width},
          {"buckets", architecture.buckets},
          {"threat_rows", architecture.threat_rows},
          {"hidden2", architecture.hidden2},
          {"hidden3", architecture.hidden3},
          {"output_scale", architecture.output_scale},
          {"bucket_table", architecture.bucket_table},
          {"parameters", net::CountParameters(architecture)}};
}

Json RowsToJson(const net::Network& network) {
  int zero_piece_rows = 0, zero_threat_rows = 0, wide_rows = 0, wide_folded_rows = 0;
  for (int row = 0; row < network.architecture.piece_rows(); ++row) {
    zero_piece_rows += AllZero(network.PieceRow(row)) ? 1 : 0;
  }
  for (int row = 0; row < network.architecture.threat_rows; ++row) {
    zero_threat_rows += AllZero(network.ThreatRow(row)) ? 1 : 0;
    wide_rows += net::IsNarrow(network.ThreatRow(row)) ? 0 : 1;
  }
  const net::Fold fold = net::Fold::Of(network);
  std::vector<i16> buffer(network.architecture.width);
  for (int row = 0; row < fold.rows(); ++row) {
    wide_folded_rows += net::IsNarrow(fold.Row(network, row, buffer)) ? 0 : 1;
  }
  return {{"zero_piece_rows", zero_piece_rows},
          {"zero_threat_rows", zero_threat_rows},
          {"threat_rows_outside_8_bits", wide_rows},
          {"folded_threat_rows", fold.rows()},
          {"folded_threat_rows_outside_8_bits", wide_folded_rows}};
}

Json BoundsToJson(const net::ZeroPoints& points) {
  const auto [zero_min, zero_max] = std::minmax_element(points.zero.begin(), points.zero.end());
  return {{"lower", *std::min_element(points.lower.begin(), points.lower.end())},
          {"upper", *std::max_element(points.upper.begin(), points.upper.end())},
          {"zero_point_min", *zero_min},
          {"zero_point_max", *zero_max},
          {"fits_16_bits", net::FitsInt16(points)}};
}

std::vector<std::string> ConstantLayers(const net::Network& network) {
  std::vector<std::string> layers;
  const auto look = [&layers](absl::string_view name, std::span<const i16> weights) {
    const bool constant =
        std::all_of(weights.begin(), weights.end(), [&](i16 w) { return w == weights[0]; });
    if (constant) layers.emplace_back(name);
  };
  look("ft.piece.weight", network.piece_rows.span());
  look("l2.weight", network.hidden2_weights);
  look("l3.weight", network.hidden3_weights);
  look("out.weight", network.output_weights);
  return layers;
}

}  // namespace coherent::exporting
