#include "tools/bench/bench.h"

#include <utility>

#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "tools/bench/baseline.h"
#include "tools/bench/measurement.h"
#include "tools/bench/report.h"
#include "tools/bench/report_json.h"

namespace coherent::bench {

absl::Status RunBench(const BenchOptions& options, std::ostream& out) {
  Report report;
  if (!options.baseline.empty()) {
    if (options.engines.size() != 1) {
      return absl::InvalidArgumentError("--baseline is for one engine");
    }
    ASSIGN_OR_RETURN(report.baseline, ReadBaseline(options.baseline));
  }
  ASSIGN_OR_RETURN(report.measurement, Measure(options));
  if (report.baseline.has_value()) {
    ASSIGN_OR_RETURN(report.drop_percent, DropFrom(*report.baseline, report.measurement));
  }
  if (options.json) {
    // Names that are not UTF-8 must not stop the report.
    out << ReportAsJson(report).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    out << ReportAsText(report);
  }
  return report.Verdict();
}

}  // namespace coherent::bench
