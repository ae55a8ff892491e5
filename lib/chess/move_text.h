// Moves as text, both ways: UCI and SAN. Specified by docs/fen.md.
#ifndef COHERENT_LIB_CHESS_MOVE_TEXT_H_
#define COHERENT_LIB_CHESS_MOVE_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::chess {

// How UCI text names castling.
enum class CastlingStyle {
  kKingMoves,      // e1g1: standard chess
  kKingTakesRook,  // e1h1: Chess960
};

// "e2e4", "e7e8q"; "0000" for no move.
std::string ToUci(Move move, CastlingStyle style);

// Takes castling in both styles, whatever the position. Where the text is also the name of an
// ordinary king move, that move is meant. InvalidArgument if the text is no move or not a legal
// one.
absl::StatusOr<Move> ParseUciMove(const Position& position, absl::string_view text);

// Canonical SAN of a legal move: as short as the rules allow, with '+' or '#'.
std::string ToSan(const Position& position, Move move);

// Lenient: marks of capture, check, mate and en passant may be missing and are not checked; squares
// may say more than needed; castling is written with O, o or 0; '=' may be missing. InvalidArgument
// if no legal move fits or more than one.
absl::StatusOr<Move> ParseSan(const Position& position, absl::string_view text);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_MOVE_TEXT_H_
