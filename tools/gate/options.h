// The flags of coherent-gate, as given.
#ifndef COHERENT_TOOLS_GATE_OPTIONS_H_
#define COHERENT_TOOLS_GATE_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "lib/base/int.h"

namespace coherent::gate {

inline constexpr char kDefaultPositions[] = "testdata/gate/256.epd";

// Of `bisect` alone.
struct BisectOptions {
  std::string good;  // revisions
  std::string bad;
  std::string repository = ".";
  std::string build = "make -s EXE=engine";  // a shell's line, run in the work tree
  std::string product = "engine";            // the program that it leaves there
  std::string cache = "build/gate/revisions";
};

// Not every command has all of them.
struct GateOptions {
  std::string base;
  std::string candidate;  // the engine of `record` and `check` too
  std::string record;     // the file of `check`
  std::string position;   // of `minimize` and `bisect`: an id; empty: all
  std::string out;        // the file of `record`
  std::string source_hash;

  std::optional<std::string> positions;  // absent: kDefaultPositions, or those of the record
  bool quick = false;
  std::optional<std::string> stages;  // "nodes,depth"; absent: all there are
  i64 nodes = 50000;
  i64 depth = 6;
  i64 hash_mib = 16;
  i64 threads = 1;
  int jobs = 0;  // 0: as many as keep the processors busy
  double timeout_s = 60;
  std::vector<std::string> options;  // NAME=VALUE, for both engines
  std::vector<std::string> base_options;
  std::vector<std::string> candidate_options;
  std::string bench_command = "bench";
  std::vector<std::string> ignored_fields;  // besides time and nps
  bool version_rule = false;
  int repeat = 1;        // how often each engine does each search
  std::string manifest;  // files; empty: none
  std::string determination;
  std::string register_file;
  std::string repository = ".";  // that of a determination's commits
  bool json = false;
  std::string junit;  // files to write
  std::string html;
  BisectOptions bisect;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_OPTIONS_H_
