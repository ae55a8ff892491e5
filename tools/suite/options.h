// The flags of coherent-suite, as given.
#ifndef COHERENT_TOOLS_SUITE_OPTIONS_H_
#define COHERENT_TOOLS_SUITE_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "lib/base/int.h"

namespace coherent::suite {

struct SuiteOptions {
  std::vector<std::string> engines;
  std::vector<std::string> suites;  // files

  // Exactly one limit.
  std::optional<i64> nodes;
  std::optional<i64> depth;
  std::optional<i64> movetime_ms;
  bool stop_at_nodes = false;  // for engines that do not know `go nodes`

  i64 hash_mib = 16;
  i64 threads = 1;
  std::vector<std::string> options;  // NAME=VALUE, set in every engine
  std::optional<i64> first;          // positions of each suite
  int jobs = 1;
  double timeout_s = 60;

  bool json = false;
  std::string details;  // a file to write
  bool fail_on_wrong = false;
};

}  // namespace coherent::suite

#endif  // COHERENT_TOOLS_SUITE_OPTIONS_H_
