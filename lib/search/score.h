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
// A win n plies away that endgame tables know of is kTableWin - n, from kTableBound on.
inline constexpr int kTableWin = kMateBound - 1;
inline constexpr int kTableBound = kTableWin - kMaxPly;
// The largest magnitude of an evaluation.
inline constexpr int kMaxEval = kTableBound - 1;

constexpr int MatedIn(int plies) { return -kMate + plies; }
constexpr int MateIn(int plies) { return kMate - plies; }
constexpr int TableWinIn(int plies) { return kTableWin - plies; }
// Mates, and what endgame tables know to end with one.
constexpr bool IsWin(int score) { return score >= kTableBound; }
constexpr bool IsLoss(int score) { return score <= -kTableBound; }
constexpr bool IsDecisive(int score) { return IsWin(score) || IsLoss(score); }
constexpr bool IsMate(int score) { return score >= kMateBound || score <= -kMateBound; }
// Moves, not plies, to a mate; negative for the side that is mated.
constexpr int MateMoves(int score) {
  return score > 0 ? (kMate - score + 1) / 2 : -(kMate + score) / 2;
}

// What a stored score says about the true one.
enum class Bound : u8 { kNone, kUpper, kLower, kExact };

constexpr bool IsAtLeast(Bound bound) { return bound == Bound::kLower || bound == Bound::kExact; }
constexpr bool IsAtMost(Bound bound) { return bound == Bound::kUpper || bound == Bound::kExact; }

// The table counts wins from the position itself, the search from the root.
constexpr int ToTable(int score, int ply) {
  return IsWin(score) ? score + ply : IsLoss(score) ? score - ply : score;
}
constexpr int FromTable(int score, int ply) {
  return IsWin(score) ? score - ply : IsLoss(score) ? score + ply : score;
}

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_SCORE_H_
