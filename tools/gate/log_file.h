// A saved conversation with an engine, read as searches. What it may look like is specified by
// docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_LOG_FILE_H_
#define COHERENT_TOOLS_GATE_LOG_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/chess/position.h"
#include "tools/gate/answer.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

struct LoggedSearch {
  int line = 0;               // of its end, from 1
  std::string position_line;  // empty in a log without commands
  std::string go_line;
  chess::Position root;
  Answer answer;
};

struct UciLog {
  std::string path;
  std::string sha256;
  std::string name;                   // of `id name`
  std::vector<std::string> greeting;  // `id` and `option` lines, blanks made single
  std::vector<EngineOption> options;  // as set
  std::vector<LoggedSearch> searches;
};

// An error names file and line.
absl::StatusOr<UciLog> ParseLog(absl::string_view path, absl::string_view text);

// The protocol's part of a line: what a program put before it, up to one of : > < ] and blanks, is
// left out. Empty if there is none.
absl::string_view MessageOf(absl::string_view line);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_LOG_FILE_H_
