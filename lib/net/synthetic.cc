#include "lib/net/synthetic.h"

#include <cmath>
#include <span>

#include "lib/base/random.h"

namespace coherent::net {
namespace {

// Standard deviations of the first layer's weights.
constexpr int kPieceSpread = 25;
constexpr int kThreatSpread = 8;
constexpr int kWideThreatSpread = 60;
constexpr int kZeroRowsOneIn = 7;
constexpr int kWideRowsOneIn = 60;
constexpr int kInputBias = -60;

// Later layers: the spread of a sum that uses the whole range of an activation.
constexpr int kSumSpread = (kActivationMax << kWeightShift) / 2;
// The usual size of an active input, and one in how many is active.
constexpr int kInputSize = 100;
constexpr int kInputsActiveOneIn = 3;

// Around 0, peaked, standard deviation about `spread`, never beyond 4.25 times it.
int Draw(Random& random, int spread) {
  const u64 bits = random.Next();
  const i64 triangle = static_cast<i64>(bits & 0xFFFF) - static_cast<i64>(bits >> 16 & 0xFFFF);
  const i64 peaked = triangle * static_cast<i64>(bits >> 32 & 0xFFFF);
  return static_cast<int>(peaked * 17 * spread / (i64{4} << 32));
}

template <class T>
void FillWith(Random& random, int spread, std::span<T> numbers) {
  for (T& number : numbers) number = static_cast<T>(Draw(random, spread));
}

// The weights' spread that gives sums of `inputs` inputs, one in `active_one_in` active, their
// spread.
int SpreadFor(size_t inputs, int active_one_in) {
  const double active = static_cast<double>(inputs) / active_one_in;
  return static_cast<int>(kSumSpread / (kInputSize * std::sqrt(active)));
}

}  // namespace

Network SyntheticNetwork(const Architecture& architecture, u64 seed) {
  Random random(seed);
  Network network(architecture);
  const int width = architecture.width;
  FillWith(random, kPieceSpread, network.piece_rows.span());
  for (int row = 0; row < architecture.threat_rows; ++row) {
    if (random.Below(kZeroRowsOneIn) == 0) continue;
    const bool wide = random.Below(kWideRowsOneIn) == 0;
    FillWith(random, wide ? kWideThreatSpread : kThreatSpread,
             network.threat_rows.span().subspan(size_t{1} * row * width, width));
  }
  for (i16& bias : network.input_bias) {
    bias = static_cast<i16>(kInputBias + Draw(random, kPieceSpread));
  }
  FillWith(random, SpreadFor(size_t{2} * width, kInputsActiveOneIn),
           std::span(network.hidden2_weights));
  FillWith(random, kSumSpread, std::span(network.hidden2_bias));
  FillWith(random, SpreadFor(architecture.hidden2, 1), std::span(network.hidden3_weights));
  FillWith(random, kSumSpread, std::span(network.hidden3_bias));
  FillWith(random, SpreadFor(architecture.hidden3, 1), std::span(network.output_weights));
  network.output_bias = Draw(random, kSumSpread);
  return network;
}

}  // namespace coherent::net
