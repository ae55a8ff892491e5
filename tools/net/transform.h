// coherent-net fold, unfold, widen and prune: another net file from a net file.
#ifndef COHERENT_TOOLS_NET_TRANSFORM_H_
#define COHERENT_TOOLS_NET_TRANSFORM_H_

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

// Each Add function adds a command that fills `options`. Sections of the old file are derived anew
// for the new one.

struct NetFoldOptions {
  std::string net;
  std::string out;
};
CLI::App& AddNetFold(CLI::App& app, NetFoldOptions& options);
CLI::App& AddNetUnfold(CLI::App& app, NetFoldOptions& options);
// With the section that says which rows are folded, or without it.
absl::Status NetFold(const NetFoldOptions& options, std::ostream& out);
absl::Status NetUnfold(const NetFoldOptions& options, std::ostream& out);

struct NetWidenOptions {
  std::string net;
  int width = 0;
  u64 seed = 1;
  std::string out;
};
CLI::App& AddNetWiden(CLI::App& app, NetWidenOptions& options);
// More neurons in the first layer, and the same values.
absl::Status NetWiden(const NetWidenOptions& options, std::ostream& out);

struct NetPruneOptions {
  std::string net;
  int width = 0;
  std::string fens;
  std::string out;
};
CLI::App& AddNetPrune(CLI::App& app, NetPruneOptions& options);
// Without the neurons that matter least on the positions; says what that does to their values.
absl::Status NetPrune(const NetPruneOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_TRANSFORM_H_
