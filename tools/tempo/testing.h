// Plans and records that were never measured, for tests.
#ifndef COHERENT_TOOLS_TEMPO_TESTING_H_
#define COHERENT_TOOLS_TEMPO_TESTING_H_

#include <functional>
#include <string>
#include <vector>

#include "lib/base/int.h"
#include "lib/measure/plan.h"
#include "tools/tempo/phase.h"

namespace coherent::tempo {

// The components cost nothing; files are names only.
measure::Plan FakePlan(const std::vector<std::string>& components, size_t lanes, i64 phases);

// By how many points the bundle is faster than `arm` in a phase; run, phase and lane from 0.
using Gain = std::function<double(size_t run, size_t phase, size_t lane, const std::string& arm)>;

History FakeHistory(const measure::Plan& plan, const Gain& gain);

// The gain of every phase of a run is what `c` has for the run.
Gain ConstantGain(std::vector<double> c);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_TESTING_H_
