// A comparison at work: two engines, or a record and an engine, search by search into a report.
#ifndef COHERENT_TOOLS_GATE_COMPARISON_H_
#define COHERENT_TOOLS_GATE_COMPARISON_H_

#include "absl/status/status.h"
#include "tools/gate/record.h"
#include "tools/gate/report.h"
#include "tools/gate/setup.h"

namespace coherent::gate {

// Compares greetings, versions, searches and benches, and has both engines repeat some of what
// differs. The first error ends it; the report holds what was compared before.
absl::Status CompareEngines(const Engine& base, const Engine& candidate, Report* report);
absl::Status CompareWithRecord(const Record& record, const Engine& candidate, Report* report);

// Runs the bench of one engine into its report. An engine without a bench is no error: its stage is
// not compared.
absl::Status RecordBench(const Engine& engine, EngineReport* engine_report, Report* report);

// How many searches the report's stages hold.
i64 SearchesIn(const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_COMPARISON_H_
