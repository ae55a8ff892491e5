// The commands of coherent-tempo that go by a plan. Specified by docs/tempo.md.
#ifndef COHERENT_TOOLS_TEMPO_TEMPO_H_
#define COHERENT_TOOLS_TEMPO_TEMPO_H_

#include <ostream>

#include "absl/status/status.h"
#include "tools/tempo/options.h"

namespace coherent::tempo {

// Measures what the plan still lacks.
absl::Status RunPlan(const RunOptions& options, std::ostream& out);

// FailedPrecondition if the bundle does not pass.
absl::Status GiveVerdict(const ReportOptions& options, std::ostream& out);

// The verdict with everything beside it. An error only where there is no verdict.
absl::Status WriteReport(const ReportOptions& options, std::ostream& out);

// What the plan fixes and how far it has come; nothing of what was measured.
absl::Status ShowPlan(const ReportOptions& options, std::ostream& out);

// Measures bundle against base and prints whether the plan's bound is reached on every lane.
absl::Status MeasureWhole(const ReportOptions& options, std::ostream& out);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_TEMPO_H_
