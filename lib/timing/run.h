// One run of one engine, a process of its own that does the work once: where, and what came of it.
#ifndef COHERENT_LIB_TIMING_RUN_H_
#define COHERENT_LIB_TIMING_RUN_H_

#include <optional>
#include <string>
#include <vector>

#include "lib/base/int.h"
#include "lib/timing/counters.h"

namespace coherent::timing {

// Where a run takes place.
struct Place {
  std::string program;                                       // as resolved
  std::vector<int> cpus;                                     // at least one
  std::optional<std::vector<std::string>> environment = {};  // all of it; none: inherited
  bool fixed_addresses = false;                              // as Subprocess::Options says
};

struct RunResult {
  i64 nodes = 0;       // at least 1
  double seconds = 0;  // from `go` to `bestmove`, added up; of the whole process for its own bench
  double cpu_seconds = 0;           // of all threads in that time
  std::optional<i64> reported_nps;  // by an engine's own bench
  std::optional<Counts> counts;

  // Of a search run:
  std::string engine_name;
  std::vector<std::string> not_offered;  // of Hash, Threads and UCI_Chess960, if it was wanted
  std::vector<i64> position_nodes;       // in the order of the positions; 0 if left out
  std::vector<double> position_seconds;  // beside them
  double start_up_seconds = 0;           // from its start until its options are set
  double process_cpu_seconds = 0;        // all that it used until after the last search
  i64 peak_memory_kib = 0;               // until the last search
  i64 huge_memory_kib = 0;               // on huge pages then
  bool final_counts = true;              // every search ended with a bare `info nodes N`
  std::vector<std::string> left_out;     // of Chess960, by an engine that does not play it
  // Positions of the warm-up that took another number of nodes when searched again.
  std::vector<std::string> unrepeated;

  // Nodes a second: what its own bench reported, else by wall time.
  double Rate() const {
    return reported_nps.has_value() ? static_cast<double>(*reported_nps)
                                    : static_cast<double>(nodes) / seconds;
  }
};

}  // namespace coherent::timing

#endif  // COHERENT_LIB_TIMING_RUN_H_
