// coherent-suite: which positions of test suites engines solve. Specified by docs/suite.md.
#ifndef COHERENT_TOOLS_SUITE_SUITE_H_
#define COHERENT_TOOLS_SUITE_SUITE_H_

#include <ostream>

#include "absl/status/status.h"
#include "tools/suite/options.h"

namespace coherent::suite {

// Searches and reports. FailedPrecondition, after the report, if there are mate faults and
// fail_on_wrong.
absl::Status RunSuites(const SuiteOptions& options, std::ostream& out);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_SUITE_H_
