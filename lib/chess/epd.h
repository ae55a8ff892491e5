// Files of positions, one a line: FEN or EPD, with operations such as `bm`, `id` or perft counts.
// Specified by docs/fen.md.
#ifndef COHERENT_LIB_CHESS_EPD_H_
#define COHERENT_LIB_CHESS_EPD_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/chess/position.h"

namespace coherent::chess {

struct EpdOperation {
  std::string opcode;
  std::string operand;  // as written; if it is one quoted text, without the quotes
};

struct EpdRecord {
  // The operand of the first operation called `opcode`, or null.
  const std::string* Find(absl::string_view opcode) const;

  Position position;
  std::vector<EpdOperation> operations;
  int line = 0;  // in its file, from 1
};

// Reads one line without its end. `hmvc` and `fmvn` are honoured as the two counters.
absl::StatusOr<EpdRecord> ParseEpd(absl::string_view line);

// Reads a whole file, `name` being how errors call it. Lines end with LF or CRLF, the last one
// perhaps with nothing; a byte order mark, blank lines and lines that begin with '#' are skipped.
// The first bad line is an error that names file and line; a file without a position is one too.
absl::StatusOr<std::vector<EpdRecord>> ParseEpdFile(absl::string_view name, absl::string_view text);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_EPD_H_
