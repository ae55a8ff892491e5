// Draws by the history of a game or by its material: repetition, fifty moves, dead positions.
// Specified by docs/fen.md, section "Draws".
#ifndef COHERENT_LIB_CHESS_REPETITION_H_
#define COHERENT_LIB_CHESS_REPETITION_H_

#include <cstddef>
#include <vector>

#include "lib/base/check.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"

namespace coherent::chess {

// The keys of a game's positions and, on top of them, of the search's line. One a thread. `ply` is
// the distance of the last position from the root of the search, 0 at the root.
class KeyHistory {
 public:
  // A game that begins with `start`; what came before is not known.
  explicit KeyHistory(const Position& start) { Reset(start); }

  void Reset(const Position& start);
  // `position` was reached from the last one by a move.
  void Push(const Position& position);
  // ... by a null move, which no repetition reaches across.
  void PushNull(const Position& position);
  void Pop() {
    DCHECK(entries_.size() > 1);
    entries_.pop_back();
  }
  // Positions held, the first one included.
  size_t size() const { return entries_.size(); }
  // So that the next `plies` pushes do not allocate.
  void Reserve(int plies) { entries_.reserve(entries_.size() + plies); }

  // Whether the last position counts as a draw: it has occurred before at the root or in the tree,
  // or this is its third occurrence.
  bool IsDrawByRepetition(int ply) const {
    const Entry& last = entries_.back();
    return last.repeats != 0 && (last.repeats <= ply || last.is_third);
  }

  // Whether a position since the last one that cannot come back has occurred twice.
  bool HasRepetition() const;

  // Whether the side to move in `position`, the last one, has a move to a position for which
  // IsDrawByRepetition(ply + 1) holds. Looked up, without playing a move.
  bool HasUpcomingRepetition(const Position& position, int ply) const {
    return entries_.back().reversible >= 3 && FindUpcomingRepetition(position, ply);
  }

 private:
  struct Entry {
    u64 key;
    int reversible;  // plies since the last position that cannot come back
    u16 repeats;     // plies since the same position last occurred, 0 if it did not
    bool is_third;   // whether that one was a repetition already
  };
  static_assert(sizeof(Entry) == 16);

  bool FindUpcomingRepetition(const Position& position, int ply) const;

  std::vector<Entry> entries_;
};

// Whether a hundred plies without capture and pawn move end the game. Mate goes before the count.
bool IsDrawByFiftyMoves(const Position& position);

// Whether neither side could mate even with the other's help, by material alone: bare kings, one
// minor piece, or bishops all on squares of one colour.
bool IsDeadMaterial(const Position& position);

// Moves of a piece on an empty board that can be taken back, a move and its return counted once:
// the size of the table behind HasUpcomingRepetition.
inline constexpr int kReversibleMoves = 3'668;

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_REPETITION_H_
