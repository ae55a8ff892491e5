#include "lib/export/quantise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"
#include "lib/export/merge.h"
#include "lib/net/architecture.h"

namespace coherent::exporting {
namespace {

constexpr double kInputFactor = net::kActivationMax;
constexpr double kWeightFactor = 1 << net::kWeightShift;
constexpr double kBiasFactor = net::kOutputUnit;

// Where a row of weights comes from.
struct RowName {
  absl::string_view tensor;
  int row;
};

class Quantiser {
 public:
  // Rounds a row; what is out of range is set to the limit and noted.
  template <class T, class Real>
  void Row(RowName name, std::span<const Real> from, double factor, std::span<T> to) {
    constexpr double kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
    for (size_t j = 0; j < from.size(); ++j) {
      const double value = static_cast<double>(from[j]) * factor;
      const double rounded = std::nearbyint(value);
      to[j] = static_cast<T>(std::clamp(rounded, kMin, kMax));
      if (rounded < kMin || rounded > kMax) {
        clips_.push_back({name.tensor, name.row, static_cast<int>(j), value});
      }
    }
  }

  // A whole tensor of `rows` rows, not merged with another.
  template <class T>
  void Tensor(absl::string_view tensor, const std::vector<float>& from, size_t rows, double factor,
              std::span<T> to) {
    const size_t columns = from.size() / rows;
    for (size_t row = 0; row < rows; ++row) {
      Row(RowName{tensor, static_cast<int>(row)}, std::span(from).subspan(row * columns, columns),
          factor, to.subspan(row * columns, columns));
    }
  }

  const std::vector<Clip>& clips() const { return clips_; }
  std::vector<Clip> TakeClips() { return std::move(clips_); }

 private:
  std::vector<Clip> clips_;
};

void QuantiseFirstLayer(const train::Checkpoint& checkpoint, Quantiser& quantiser,
                        net::Network& network) {
  const net::Architecture& shape = network.architecture;
  const MergedRows rows(checkpoint);
  std::vector<double> merged(shape.width);
  const std::span<const double> from = merged;
  for (int row = 0; row < shape.piece_rows(); ++row) {
    rows.PieceRow(row, merged);
    quantiser.Row(RowName{"ft.piece.weight", row}, from, kInputFactor,
                  network.piece_rows.span().subspan(size_t{1} * row * shape.width, shape.width));
  }
  for (int row = 0; row < shape.threat_rows; ++row) {
    rows.ThreatRow(row, merged);
    quantiser.Row(RowName{"ft.threat.fine.weight", row}, from, kInputFactor,
                  network.threat_rows.span().subspan(size_t{1} * row * shape.width, shape.width));
  }
  quantiser.Tensor<i16>("ft.bias", checkpoint.weights.input_bias, 1, kInputFactor,
                        network.input_bias);
}

void QuantiseHead(const train::Weights& weights, Quantiser& quantiser, net::Network& network) {
  const net::Architecture& shape = network.architecture;
  quantiser.Tensor<i16>("l2.weight", weights.hidden2_weights, shape.hidden2, kWeightFactor,
                        network.hidden2_weights);
  quantiser.Tensor<i32>("l2.bias", weights.hidden2_bias, 1, kBiasFactor, network.hidden2_bias);
  quantiser.Tensor<i16>("l3.weight", weights.hidden3_weights, shape.hidden3, kWeightFactor,
                        network.hidden3_weights);
  quantiser.Tensor<i32>("l3.bias", weights.hidden3_bias, 1, kBiasFactor, network.hidden3_bias);
  quantiser.Tensor<i16>("out.weight", weights.output_weights, 1, kWeightFactor,
                        network.output_weights);
  quantiser.Tensor<i32>("out.bias", weights.output_bias, 1, kBiasFactor,
                        std::span(&network.output_bias, 1));
}

}  // namespace

std::string Clip::ToString() const {
  return absl::StrCat(tensor, ", row ", row, ", column ", column, ": ", value);
}

absl::StatusOr<Quantised> Quantise(absl::string_view name, const train::Checkpoint& checkpoint,
                                   OutOfRange out_of_range) {
  Quantised result = {.network = net::Network(checkpoint.shape.architecture)};
  Quantiser quantiser;
  QuantiseFirstLayer(checkpoint, quantiser, result.network);
  QuantiseHead(checkpoint.weights, quantiser, result.network);
  if (!quantiser.clips().empty() && out_of_range == OutOfRange::kRefuse) {
    return absl::FailedPreconditionError(absl::StrCat(
        name, ": ", quantiser.clips().front().ToString(), " does not fit its integer type (",
        quantiser.clips().size(), " such weights)"));
  }
  result.clips = quantiser.TakeClips();
  return result;
}

}  // namespace coherent::exporting
