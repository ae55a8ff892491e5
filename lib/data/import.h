// Games in the formats of others: viriformat and text both ways. PGN is in pgn.h. Specified by
// docs/data_format.md, "Other formats".
#ifndef COHERENT_LIB_DATA_IMPORT_H_
#define COHERENT_LIB_DATA_IMPORT_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/data/record.h"

namespace coherent::data {

// What becomes of each game; its first error ends the import.
using GameSink = std::function<absl::Status(const Game&)>;

struct ImportCounts {
  u64 games = 0;
  // Left out, for there is nothing to learn from them.
  u64 without_moves = 0;
  u64 without_result = 0;
};

// `bytes` are a whole file, which errors call `name`; they say at which byte, or line, it is wrong.
// A file without a game is an error.
absl::StatusOr<ImportCounts> ImportViriformat(absl::string_view name, absl::string_view bytes,
                                              const GameSink& sink);
absl::StatusOr<ImportCounts> ImportText(absl::string_view name, absl::string_view bytes,
                                        const GameSink& sink);

// The game as lines of text, with an empty one at the end.
std::string ToText(const Game& game);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_IMPORT_H_
