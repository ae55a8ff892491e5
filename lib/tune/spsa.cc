#include "lib/tune/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lib/base/check.h"

namespace coherent::tune {
namespace {

constexpr double kStepExponent = 0.101;
constexpr double kRateExponent = 0.602;
// The share of a run that the first, largest moves are damped by.
constexpr double kStability = 0.1;

int RoundEitherWay(double value, Random& random) {
  const double below = std::floor(value);
  return static_cast<int>(below) + (random.NextDouble() < value - below ? 1 : 0);
}

}  // namespace

Spsa::Spsa(std::vector<Parameter> parameters, i64 pairs, double rate)
    : parameters_(std::move(parameters)), pairs_(pairs), rate_(rate) {
  CHECK(pairs > 0);
  values_.reserve(parameters_.size());
  for (const Parameter& parameter : parameters_) values_.push_back(parameter.start);
}

Probe Spsa::MakeProbe(i64 pair, Random& random) const {
  const auto all = static_cast<double>(pairs_), now = static_cast<double>(pair + 1);
  const double wider = std::pow(all / now, kStepExponent);
  const double stability = kStability * all;
  // Rates are per square of the step, so that the whole move is one of steps.
  const double faster = std::pow((stability + all) / (stability + now), kRateExponent) / wider;
  Probe probe;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    const double sign = random.Below(2) == 0 ? 1 : -1;
    const double step = sign * parameter.step * wider;
    const auto at = [&](double value) {
      return RoundEitherWay(std::clamp(value, parameter.min, parameter.max), random);
    };
    probe.plus.push_back(at(values_[i] + step));
    probe.minus.push_back(at(values_[i] - step));
    probe.moves.push_back(sign * rate_ * faster * parameter.step);
  }
  return probe;
}

void Spsa::Learn(const Probe& probe, int points) {
  for (size_t i = 0; i < values_.size(); ++i) {
    values_[i] =
        std::clamp(values_[i] + points * probe.moves[i], parameters_[i].min, parameters_[i].max);
  }
}

}  // namespace coherent::tune
