// coherent-net diff: where do two nets differ, and what does that do to values?
#ifndef COHERENT_TOOLS_NET_DIFF_H_
#define COHERENT_TOOLS_NET_DIFF_H_

#include <CLI/CLI.hpp>
#include <ostream>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/chess/epd.h"
#include "lib/net/network.h"

namespace coherent {

// The values of two nets on the same positions.
struct ValueChange {
  i64 positions = 0;
  i64 equal = 0;
  double mean_cp = 0;  // of the magnitudes of the differences
  int largest_cp = 0;
  std::string worst;  // the FEN with the largest difference, empty if there is none

  std::string ToString() const;
};
ValueChange CompareValues(const net::Network& a, const net::Network& b,
                          std::span<const chess::EpdRecord> positions);

struct NetDiffOptions {
  std::string a;
  std::string b;
  std::string fens;  // positions for the values, or empty
};
// Adds a command that fills `options`.
CLI::App& AddNetDiff(CLI::App& app, NetDiffOptions& options);
// What differs between two files; FailedPrecondition if anything does.
absl::Status NetDiff(const NetDiffOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_DIFF_H_
