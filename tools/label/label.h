// Scores the positions of a package anew, by a deeper search. Specified by docs/label.md.
#ifndef COHERENT_TOOLS_LABEL_LABEL_H_
#define COHERENT_TOOLS_LABEL_LABEL_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

struct LabelOptions {
  std::string source;
  std::string package;
  u64 nodes = 20'000;
  int hash_mib = 16;
  std::string net;                // a net file; empty: piece-square rules
  int threads = 0;                // 0: one for each allowed CPU
  std::vector<std::string> held;  // files of positions that must stay unseen
  bool quiet_only = false;
  std::string note;
  bool json = false;
};

// Creates the package or continues it, and sums it up on `out`. The scores of game i depend on the
// options and that game alone.
absl::Status LabelGames(const LabelOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_LABEL_LABEL_H_
