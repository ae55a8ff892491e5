// Which setups are positions of chess, one function a rule, and whether a Position still agrees
// with itself. Slow and obvious; docs/fen.md lists the rules for users.
#ifndef COHERENT_LIB_CHESS_VALIDATE_H_
#define COHERENT_LIB_CHESS_VALIDATE_H_

#include "absl/status/status.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::chess {

// The largest halfmove clock and move number taken: no game under the 75-move rule is that long.
inline constexpr int kMaxCounter = 9'999;

// InvalidArgument with the first rule that `setup` breaks: what, where, found, expected.
absl::Status ValidateSetup(const Setup& setup);

// Whether a pawn of the side not to move can just have passed `square`. Says nothing about whether
// it can be taken.
bool IsPlausibleEnPassant(const Setup& setup, Square square);

// Recomputes everything a Position keeps from the pieces alone and compares: Internal with the
// first difference. For tests and debugging.
absl::Status ValidatePosition(const Position& position);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_VALIDATE_H_
