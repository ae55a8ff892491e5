// All that coherent-suite has found out, added up, and as text to read. Specified by docs/suite.md.
#ifndef COHERENT_TOOLS_SUITE_REPORT_H_
#define COHERENT_TOOLS_SUITE_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/stats/wilson.h"
#include "tools/suite/engine_run.h"
#include "tools/suite/judge.h"
#include "tools/suite/positions.h"

namespace coherent::suite {

struct EngineReport {
  std::string program;  // as resolved
  std::string sha256;
  EngineGreeting greeting;
  std::vector<std::vector<Judgement>> judgements;  // by suite and position
};

// A suite searched by an engine. Each count of positions is that of those that ask for such a
// thing.
struct Tally {
  i64 positions = 0;
  i64 move_positions = 0, solved = 0;
  i64 point_positions = 0, points = 0, max_points = 0;
  // Of mates that are known: the right sign and no shorter; exactly as short; the rest of claims.
  i64 mate_positions = 0, found = 0, best = 0, wrong = 0;
  // Of all scores of mate.
  i64 claims = 0, illegal_pvs = 0, short_pvs = 0, pvs_without_mate = 0;
  i64 nodes = 0, time_ms = 0;
  i64 solutions = 0, solution_nodes = 0;

  // Of the points, if there are any, else of the solved positions, else of the mates found.
  double Share() const;
  stats::ShareInterval Interval() const;
  double MeanNodes() const;
  std::optional<double> MeanSolutionNodes() const;  // none without a solution
};

Tally TallyOf(const Suite& suite, const std::vector<Judgement>& judgements);

struct Report {
  Work work;
  std::vector<Suite> suites;
  std::vector<EngineReport> engines;

  i64 Faults() const;
};

// "wrong mate" or what is wrong with the variation; empty if all is well. The first of two.
absl::string_view FaultOf(const Judgement& judgement);

std::string ReportAsText(const Report& report);

// A line a search, with a line of names first.
std::string DetailsAsCsv(const Report& report);

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_REPORT_H_
