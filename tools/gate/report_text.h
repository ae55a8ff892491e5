// The report as a plain summary for people.
#ifndef COHERENT_TOOLS_GATE_REPORT_TEXT_H_
#define COHERENT_TOOLS_GATE_REPORT_TEXT_H_

#include <string>

#include "tools/gate/report.h"

namespace coherent::gate {

std::string ToText(const Report& report);

// The same without the differences: engines, settings, stages, counts, verdict.
std::string SummaryText(const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_REPORT_TEXT_H_
