#include "lib/stats/pentanomial.h"

#include <cmath>
#include <limits>

#include "lib/base/check.h"

namespace coherent::stats {
namespace {

constexpr double kNormal95 = 1.959964;

// Of a score of 0 to 1.
double EloOf(double score) { return 400 * std::log10(score / (1 - score)); }

}  // namespace

EloEstimate EstimateElo(const PairCounts& pairs) {
  double count = 0, sum = 0, squares = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto n = static_cast<double>(pairs[i]);
    const double score = static_cast<double>(i) / 4;
    count += n;
    sum += n * score;
    squares += n * score * score;
  }
  CHECK(count > 0);
  const double score = sum / count;
  if (score <= 0 || score >= 1) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {score <= 0 ? -kInfinity : kInfinity, kInfinity};
  }
  const double deviation = std::sqrt((squares / count - score * score) / count);
  const double slope = 400 / std::log(10.0) / (score * (1 - score));
  return {EloOf(score), kNormal95 * deviation * slope};
}

}  // namespace coherent::stats
