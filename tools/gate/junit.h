// The report as JUnit XML, for continuous integration: a suite a stage, a case a position.
#ifndef COHERENT_TOOLS_GATE_JUNIT_H_
#define COHERENT_TOOLS_GATE_JUNIT_H_

#include <string>

#include "tools/gate/report.h"

namespace coherent::gate {

std::string ToJunit(const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_JUNIT_H_
