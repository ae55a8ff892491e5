#include "tools/bench/comparison.h"

#include "lib/stats/summary.h"

namespace coherent::bench {
namespace {

Ratio RatioOf(const std::vector<double>& rates, const std::vector<double>& base_rates) {
  Ratio ratio;
  ratio.pairs.reserve(rates.size());
  for (size_t i = 0; i < rates.size(); ++i) ratio.pairs.push_back(rates[i] / base_rates[i]);
  ratio.digest = DigestOf(ratio.pairs);
  return ratio;
}

}  // namespace

Digest DigestOf(std::span<const double> values) {
  Digest digest;
  digest.median = stats::Median(values);
  digest.spread_percent = 100 * stats::Spread(values) / digest.median;
  digest.drift_percent = 100 * stats::Drift(values) / digest.median;
  digest.interval = stats::IntervalOfMedian(values, kConfidence);
  return digest;
}

bool Ratio::ShowsDifference() const {
  return digest.interval.has_value() && (digest.interval->low > 1 || digest.interval->high < 1);
}

Ratio WallRatio(const EngineMeasurement& engine, const EngineMeasurement& base) {
  return RatioOf(engine.Rates(), base.Rates());
}

std::optional<Ratio> CpuRatio(const EngineMeasurement& engine, const EngineMeasurement& base) {
  const std::optional<std::vector<double>> rates = engine.CpuRates();
  const std::optional<std::vector<double>> base_rates = base.CpuRates();
  if (!rates.has_value() || !base_rates.has_value()) return std::nullopt;
  return RatioOf(*rates, *base_rates);
}

}  // namespace coherent::bench
