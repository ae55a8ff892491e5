// The flags of coherent-tempo, as given.
#ifndef COHERENT_TOOLS_TEMPO_OPTIONS_H_
#define COHERENT_TOOLS_TEMPO_OPTIONS_H_

#include <string>
#include <vector>

#include "lib/base/int.h"
#include "lib/measure/plan.h"
#include "lib/timing/workload.h"

namespace coherent::tempo {

// What is searched, and the plan around it.
struct PlanOptions : timing::WorkloadOptions {
  std::string plan;  // the file to be written
  std::string base;
  std::string bundle;
  std::vector<std::string> without;  // NAME=PROGRAM
  std::vector<std::string> losses;   // NAME:QUANTITY=PERCENT
  std::vector<std::string> lanes;    // CPU lists
  std::vector<std::string> files;
  std::vector<std::string> environment;  // NAME=VALUE
  std::string link = "g++ -static-libstdc++ -static-libgcc -Wl,--gc-sections,-z,now";
  bool side_by_side = false;
  std::string turns = measure::kTurnsOfPositions;
  bool no_control = false;
  i64 phases = 12;
  std::string account;
  std::string determination;
  i64 attempt = 1;
  u64 seed = 1;
  double foreign_percent = 10;
  bool stop_when_foreign = false;
  std::string estimator = "mean";
  double bound_percent = 1.5;
};

struct RunOptions {
  std::string plan;
  std::string log;  // empty: the plan's name with ".log"
};

struct ReportOptions : RunOptions {
  bool json = false;
  std::string html;  // a page to be written; empty: none
};

// The log of `command`: that of `options`, or one beside the plan.
inline std::string LogOf(const RunOptions& options, const std::string& ending) {
  return options.log.empty() ? options.plan + ending : options.log;
}

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_OPTIONS_H_
