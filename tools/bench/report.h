// All that coherent-bench has found out, and the same as text to read.
#ifndef COHERENT_TOOLS_BENCH_REPORT_H_
#define COHERENT_TOOLS_BENCH_REPORT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "tools/bench/baseline.h"
#include "tools/bench/measurement.h"

namespace coherent::bench {

struct Report {
  Measurement measurement;
  std::optional<Baseline> baseline;
  double drop_percent = 0;  // From the baseline.

  // FailedPrecondition if a search by one thread was not repeatable, or the rate has dropped more
  // than it may.
  absl::Status Verdict() const;
};

std::string ReportAsText(const Report& report);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_REPORT_H_
