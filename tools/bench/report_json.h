// A measurement as one JSON object; the schema is described in docs/bench.md.
#ifndef COHERENT_TOOLS_BENCH_REPORT_JSON_H_
#define COHERENT_TOOLS_BENCH_REPORT_JSON_H_

#include <optional>

#include "lib/base/json.h"
#include "tools/bench/report.h"

namespace coherent::bench {

Json ReportAsJson(const Report& report);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_REPORT_JSON_H_
