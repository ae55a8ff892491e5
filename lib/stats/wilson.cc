#include "lib/stats/wilson.h"

#include <algorithm>
#include <cmath>

#include "lib/base/check.h"

namespace coherent::stats {
namespace {

// The normal distribution has 95 % within so many standard deviations.
constexpr double kDeviations = 1.959963984540054;

}  // namespace

// The probabilities p for which the share lies within kDeviations * sqrt(p * (1 - p) / trials) of
// p, solved for p.
ShareInterval WilsonInterval(double share, i64 trials) {
  CHECK(trials >= 1 && share >= 0 && share <= 1);
  const auto n = static_cast<double>(trials);
  const double z2 = kDeviations * kDeviations;
  const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      kDeviations * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  // Rounding must not leave out what was seen.
  return {std::clamp(centre - half, 0.0, share), std::clamp(centre + half, share, 1.0)};
}

}  // namespace coherent::stats
