// Threat rows: their numbers, and which of them a view switches on (docs/net_format.md, section 2).
#ifndef COHERENT_LIB_NET_THREATS_H_
#define COHERENT_LIB_NET_THREATS_H_

#include <optional>
#include <vector>

#include "lib/base/int.h"
#include "lib/base/multi_array.h"
#include "lib/base/static_vector.h"
#include "lib/net/architecture.h"
#include "lib/net/board.h"

namespace coherent::net {

// An attacker on a square and the piece it reaches, own or not.
struct ThreatPair {
  Piece attacker;
  Square from;
  Square to;
  Piece target;

  friend bool operator==(const ThreatPair&, const ThreatPair&) = default;
};
static_assert(sizeof(ThreatPair) == 4);

// What `piece` attacks from `from` on an empty board. Nothing for pawns on the first and last rank.
Bitboard EmptyBoardReach(Piece piece, Square from);

namespace internal {

// The number of a pair in three steps: where (attacker, from) begins, how many rows its earlier
// target squares have, which target.
struct ThreatNumbers {
  MultiArray<u32, Piece::kCount, Square::kCount> first;
  // Own pawns, then knights to kings, then the opponent's pawns: colour matters to pawns alone.
  MultiArray<u16, 7, Square::kCount, Square::kCount> offset;
  // On the first and last rank, then elsewhere.
  MultiArray<u8, 2, Piece::kCount> target;
};
extern const ThreatNumbers kThreatNumbers;

constexpr int ReachIndex(Piece piece) {
  return piece.index() <= 6 ? piece.index() : piece.index() - 6;
}

constexpr bool IsEdgeRank(Square square) { return square.rank() == 0 || square.rank() == 7; }

}  // namespace internal

// The row of a pair of the view, which must be possible: the attacker reaches `to` on an empty
// board, and no pawn stands on the first or last rank.
inline int ThreatRow(const ThreatPair& pair) {
  const auto& numbers = internal::kThreatNumbers;
  const int attacker = pair.attacker.index(), from = pair.from.index(), to = pair.to.index();
  return static_cast<int>(numbers.first[attacker][from]) +
         numbers.offset[internal::ReachIndex(pair.attacker)][from][to] +
         numbers.target[internal::IsEdgeRank(pair.to) ? 0 : 1][pair.target.index()];
}

// The pair as a view sees it.
inline ThreatPair Of(const View& view, const ThreatPair& pair) {
  return {view.Of(pair.attacker), view.Of(pair.from), view.Of(pair.to), view.Of(pair.target)};
}

// Every possible pair of a view; index is the row.
const std::vector<ThreatPair>& AllThreatPairs();

// The row that is active in exactly the same positions, if there is one: the target attacks back.
std::optional<int> TwinOf(int row);

// No piece attacks more than 8 others, and no position has more than 32 pieces.
inline constexpr int kMaxThreatPairs = 256;
using ThreatList = StaticVector<ThreatPair, kMaxThreatPairs>;

// Appends all active pairs on the board.
void FindThreatPairs(const Board& board, ThreatList& pairs);

struct ThreatChanges {
  ThreatList removed;
  ThreatList added;
};

// The pairs active on `before` but not on `after`, and the other way round, where the two boards
// differ on the squares `changed` and on no others. No pair is in both lists.
void FindThreatChanges(const Board& before, const Board& after, Bitboard changed,
                       ThreatChanges& changes);

// All active pairs on the board, the slow and obvious way.
std::vector<ThreatPair> ThreatPairs(const Board& board);

// All rows `color` sees, in no special order, by ThreatPairs.
std::vector<int> ThreatRows(const Board& board, Color color);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_THREATS_H_
