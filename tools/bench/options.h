// The flags of coherent-bench, as given.
#ifndef COHERENT_TOOLS_BENCH_OPTIONS_H_
#define COHERENT_TOOLS_BENCH_OPTIONS_H_

#include <string>
#include <vector>

#include "lib/timing/workload.h"

namespace coherent::bench {

// What is searched, but not with bench_command.
struct BenchOptions : timing::WorkloadOptions {
  std::vector<std::string> engines;
  // The engine's own bench instead: the arguments that start it.
  std::string bench_command;

  int runs = 8;
  std::string cpus;  // "0,2-3"; empty: chosen

  bool json = false;
  std::string baseline;  // the JSON of an earlier run
  double max_drop_percent = 2;
};

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_OPTIONS_H_
