// coherent-net searches: does what makes the net fast leave searches as they are?
#ifndef COHERENT_TOOLS_NET_SEARCHES_H_
#define COHERENT_TOOLS_NET_SEARCHES_H_

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

struct NetSearchesOptions {
  std::string net;
  std::string fens;
  u64 nodes = 100'000;
  u64 count = 0;  // of the positions, from the first; 0: all
};
// Adds a command that fills `options`.
CLI::App& AddNetSearches(CLI::App& app, NetSearchesOptions& options);
// Searches each position with everything on, then with one thing after the other changed: values
// kept or not, rows in 8 bits or not, folded or not, each kernel this CPU has. FailedPrecondition
// at the first search that differs in nodes, move, score or a line.
absl::Status NetSearches(const NetSearchesOptions& options, std::ostream& out);

struct NetDumpOptions {
  std::string net;
  std::string fens;
  u64 nodes = 100'000;
  std::string kernel;      // empty: as the engine
  std::string fens_out;    // the positions of the nodes, one a line; empty: not written
  std::string values_out;  // their raw values
};
// Adds a command that fills `options`.
CLI::App& AddNetDump(CLI::App& app, NetDumpOptions& options);
// Searches each position and computes, at every node, the value by update and, if one is kept,
// holds it to that. Counts nodes of each kind. FailedPrecondition if a value differs from the slow
// path's, or if a kind of node did not occur.
absl::Status NetDump(const NetDumpOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_SEARCHES_H_
