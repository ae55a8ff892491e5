// coherent-net verify: does the engine's path give the slow path's values?
#ifndef COHERENT_TOOLS_NET_VERIFY_H_
#define COHERENT_TOOLS_NET_VERIFY_H_

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

struct NetVerifyOptions {
  std::string net;
  std::string fens;
  int plies = 4;  // random moves played from each position
  u64 seed = 1;
};
// Adds a command that fills `options`.
CLI::App& AddNetVerify(CLI::App& app, NetVerifyOptions& options);
// Every kernel this CPU has, with rows folded or not, in 8 bits or not: each position from scratch,
// then by update along a random line from it and back. FailedPrecondition at the first deviation.
absl::Status NetVerify(const NetVerifyOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_VERIFY_H_
