// Positions as text: standard FEN, X-FEN and Shredder-FEN. Specified by docs/fen.md.
#ifndef COHERENT_LIB_CHESS_FEN_H_
#define COHERENT_LIB_CHESS_FEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/chess/position.h"

namespace coherent::chess {

inline constexpr absl::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// How castling rights are written.
enum class FenStyle {
  kXFen,      // KQkq; a file letter only for a rook that is not the outermost. Standard FEN for
              // every position of a standard game.
  kShredder,  // file letters
};

// Takes two to six fields. InvalidArgument says which field is wrong, what was found and what
// expected, or which rule of validate.h is broken.
absl::StatusOr<Position> ParseFen(absl::string_view text);

// All six fields. An en-passant square is written only where the capture is legal.
std::string ToFen(const Position& position, FenStyle style = FenStyle::kXFen);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_FEN_H_
