// A report as one page that needs nothing else: a strip of phases for every component and lane.
#ifndef COHERENT_TOOLS_TEMPO_REPORT_HTML_H_
#define COHERENT_TOOLS_TEMPO_REPORT_HTML_H_

#include <string>

#include "tools/tempo/report.h"

namespace coherent::tempo {

std::string ReportHtml(const Report& report);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_REPORT_HTML_H_
