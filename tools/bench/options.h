// The flags of coherent-bench, as given.
#ifndef COHERENT_TOOLS_BENCH_OPTIONS_H_
#define COHERENT_TOOLS_BENCH_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "lib/base/int.h"

namespace coherent::bench {

struct BenchOptions {
  std::vector<std::string> engines;

  // What is searched; not with bench_command.
  std::string positions = "testdata/bench.epd";
  std::optional<i64> nodes;
  std::optional<i64> depth;
  i64 hash_mib = 16;
  i64 threads = 1;
  std::vector<std::string> options;  // NAME=VALUE, set in every engine
  int warm_up = 3;                   // positions searched beforehand in each process
  // The engine's own bench instead: the arguments that start it.
  std::string bench_command;

  int runs = 8;
  std::string cpus;  // "0,2-3"; empty: chosen
  double timeout_s = 60;

  bool json = false;
  std::string baseline;  // the JSON of an earlier run
  double max_drop_percent = 2;
};

// That of the engine's own bench on the same positions: the signatures agree.
inline constexpr i64 kDefaultDepth = 11;

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_OPTIONS_H_
