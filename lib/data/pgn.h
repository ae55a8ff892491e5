// Games from PGN as fastchess, cutechess and lichess write it, with the scores in their comments.
// Specified by docs/data_format.md, "Other formats".
#ifndef COHERENT_LIB_DATA_PGN_H_
#define COHERENT_LIB_DATA_PGN_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/data/import.h"

namespace coherent::data {

// As the functions of import.h. An illegal or unreadable move is an error that names line, game and
// ply, as is a result that checkmate or stalemate on the board contradicts.
absl::StatusOr<ImportCounts> ImportPgn(absl::string_view name, absl::string_view text,
                                       const GameSink& sink);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_PGN_H_
