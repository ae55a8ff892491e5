// A report as one JSON object, the schema of docs/tempo.md.
#ifndef COHERENT_TOOLS_TEMPO_REPORT_JSON_H_
#define COHERENT_TOOLS_TEMPO_REPORT_JSON_H_

#include "lib/base/json.h"
#include "tools/tempo/report.h"

namespace coherent::tempo {

Json ReportJson(const Report& report);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_REPORT_JSON_H_
