// coherent-net: what is in a net file, and what does it say about positions?
#ifndef COHERENT_TOOLS_NET_NET_H_
#define COHERENT_TOOLS_NET_NET_H_

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

// Each Add function adds a command that fills `options`.

struct NetInfoOptions {
  std::string net;
  bool json = false;
};
CLI::App& AddNetInfo(CLI::App& app, NetInfoOptions& options);
// Shape, hash, sections, rows and bounds of a file.
absl::Status NetInfo(const NetInfoOptions& options, std::ostream& out);

struct NetEvalOptions {
  std::string net;
  std::string fens;  // a file; empty: `in`
};
CLI::App& AddNetEval(CLI::App& app, NetEvalOptions& options);
// The raw value of each position, one a line. Blank lines and lines that begin with '#' are
// skipped.
absl::Status NetEval(const NetEvalOptions& options, std::istream& in, std::ostream& out);

struct NetRandomOptions {
  std::string shape;
  u64 seed = 0;
  std::string out;
  std::vector<std::string> sections;  // of zero-point, int8, fold
};
CLI::App& AddNetRandom(CLI::App& app, NetRandomOptions& options);
// Writes a synthetic net.
absl::Status NetRandom(const NetRandomOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_NET_H_
