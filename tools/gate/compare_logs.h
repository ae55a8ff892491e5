// Two saved conversations compared as two engines are.
#ifndef COHERENT_TOOLS_GATE_COMPARE_LOGS_H_
#define COHERENT_TOOLS_GATE_COMPARE_LOGS_H_

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "tools/gate/log_file.h"
#include "tools/gate/report.h"

namespace coherent::gate {

// InvalidArgument if they are not of the same searches.
absl::StatusOr<Report> CompareLogs(const UciLog& base, const UciLog& candidate,
                                   const std::set<std::string>& ignored_fields);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_COMPARE_LOGS_H_
