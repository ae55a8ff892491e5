// What every engine has to do: positions, one limit, one table size.
#ifndef COHERENT_TOOLS_BENCH_WORKLOAD_H_
#define COHERENT_TOOLS_BENCH_WORKLOAD_H_

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "tools/bench/options.h"

namespace coherent::bench {

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

absl::StatusOr<Workload> ReadWorkload(const BenchOptions& options);

}  // namespace coherent::bench

#endif  // COHERENT_TOOLS_BENCH_WORKLOAD_H_
