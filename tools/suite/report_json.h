// A report as one JSON object; the schema is described in docs/suite.md.
#ifndef COHERENT_TOOLS_SUITE_REPORT_JSON_H_
#define COHERENT_TOOLS_SUITE_REPORT_JSON_H_

#include "lib/base/json.h"
#include "tools/suite/report.h"

namespace coherent::suite {

Json ReportAsJson(const Report& report);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_REPORT_JSON_H_
