// The report as one JSON object of a stable schema, described in docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_REPORT_JSON_H_
#define COHERENT_TOOLS_GATE_REPORT_JSON_H_

#include <string>

#include "tools/gate/report.h"

namespace coherent::gate {

std::string ToJsonText(const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_REPORT_JSON_H_
