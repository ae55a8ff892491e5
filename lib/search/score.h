// Arithmetic of scores: centipawns for the side to move, mates counted from the root, bounds.
#ifndef COHERENT_LIB_SEARCH_SCORE_H_
#define COHERENT_LIB_SEARCH_SCORE_H_

#include "lib/base/int.h"

namespace coherent::search {

inline constexpr int kMaxPly = 246;

inline constexpr int kDraw = 0;
inline constexpr int kMate = 32'000;  // mated now; a mate n plies away is kMate - n
inline constexpr int kInfinite = kMate + 1;
inline constexpr int kNoScore = kMate + 2;
// From here on a score is a mate that the tree can hold.
inline constexpr int kMateBound = kMate - kMaxPly;
// The largest magnitude of an evaluation.
inline constexpr int kMaxEval = kMateBound - 1;

constexpr int MatedIn(int plies) { return -kMate + plies; }
constexpr int MateIn(int plies) { return kMate - plies; }
constexpr bool IsWin(int score) { return score >= kMateBound; }
constexpr bool IsLoss(int score) { return score <= -kMateBound; }
constexpr bool IsDecisive(int score) { return IsWin(score) || IsLoss(score); }
// Moves, not plies, to the mate of a decisive score; negative for the side that is mated.
constexpr int MateMoves(int score) {
  return score > 0 ? (kMate - score + 1) / 2 : -(kMate + score) / 2;
}

// What a stored score says about the true one.
enum class Bound : u8 { kNone, kUpper, kLower, kExact };

constexpr bool IsAtLeast(Bound bound) { return bound == Bound::kLower || bound == Bound::kExact; }
constexpr bool IsAtMost(Bound bound) { return bound == Bound::kUpper || bound == Bound::kExact; }

// The table counts mates from the position itself, the search from the root.
constexpr int ToTable(int score, int ply) {
  return IsWin(score) ? score + ply : IsLoss(score) ? score - ply : score;
}
constexpr int FromTable(int score, int ply) {
  return IsWin(score) ? score - ply : IsLoss(score) ? score + ply : score;
}

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_SCORE_H_
