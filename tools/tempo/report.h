// An evaluated plan as text, as JSON and as a page. Specified by docs/tempo.md.
#ifndef COHERENT_TOOLS_TEMPO_REPORT_H_
#define COHERENT_TOOLS_TEMPO_REPORT_H_

#include <string>
#include <vector>

#include "lib/measure/plan.h"
#include "tools/tempo/evaluation.h"
#include "tools/tempo/phase.h"

namespace coherent::tempo {

struct Report {
  measure::HashedPlan plan;
  History history;
  Evaluation evaluation;
};

// The verdict alone: every component and lane, losses, and what the rule promises.
std::string VerdictText(const Report& report);

// The verdict and everything beside it.
std::string ReportText(const Report& report);

// "run3, phase 4"
std::string WorstPhase(const Report& report, const Series& series);

// Why at least seven of eight, and how often a bundle of nothing passes.
std::vector<std::string> WhySevenOfEight(const measure::Plan& plan);

// What a reader has to know about this measurement before trusting it.
std::vector<std::string> Remarks(const Report& report);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_REPORT_H_
