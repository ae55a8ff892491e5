// The report as one HTML page that needs nothing besides itself, for people.
#ifndef COHERENT_TOOLS_GATE_REPORT_HTML_H_
#define COHERENT_TOOLS_GATE_REPORT_HTML_H_

#include <string>

#include "tools/gate/report.h"

namespace coherent::gate {

std::string ToHtml(const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_REPORT_HTML_H_
