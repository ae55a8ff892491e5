// What every engine has to do: positions, one limit, one table size.
#ifndef COHERENT_LIB_TIMING_WORKLOAD_H_
#define COHERENT_LIB_TIMING_WORKLOAD_H_

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"

namespace coherent::timing {

// As flags give it.
struct WorkloadOptions {
  std::string positions = "testdata/bench.epd";
  std::optional<i64> nodes;
  std::optional<i64> depth;
  i64 hash_mib = 16;
  i64 threads = 1;
  std::vector<std::string> options;  // NAME=VALUE, set in every engine
  int warm_up = 3;                   // positions searched beforehand in each process
  double timeout_s = 60;
};

// That of the engine's own bench on the same positions: the signatures agree.
inline constexpr i64 kDefaultDepth = 11;

struct BenchPosition {
  std::string id;   // of the EPD line, else "line N"
  std::string fen;  // as sent
  chess::Position position;
  bool chess960 = false;  // Castles as only Chess960 does.
};

struct Workload {
  std::string path;
  std::string sha256;
  std::vector<BenchPosition> positions;

  bool by_nodes = false;
  i64 limit = kDefaultDepth;
  i64 hash_mib = 16;
  i64 threads = 1;
  std::vector<std::pair<std::string, std::string>> options;
  int warm_up = 0;
  std::chrono::milliseconds timeout = {};

  bool NeedsChess960() const;
  // "depth 11", as after `go`.
  std::string LimitText() const;
};

absl::StatusOr<Workload> ReadWorkload(const WorkloadOptions& options);

}  // namespace coherent::timing

#endif  // COHERENT_LIB_TIMING_WORKLOAD_H_
