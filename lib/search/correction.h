// Corrections of the evaluation: what earlier searches said beyond it, by features of a position.
// Seven entries: pawns; white pieces; black pieces; last move; minor and major pieces with both
// kings; last two moves.
#ifndef COHERENT_LIB_SEARCH_CORRECTION_H_
#define COHERENT_LIB_SEARCH_CORRECTION_H_

#include <array>

#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/search/history.h"
#include "lib/search/params.h"

namespace coherent::search {

// The move before a position, as tables see it; None before a null move and at the root.
struct LastMove {
  chess::Piece piece;
  chess::Square to;
};

class Corrections {
 public:
  static constexpr int kSlotBits = 14;

  // All bits zero is an empty table; a temporary of this size would not fit every stack.
  void Clear();

  // Centipawns to add to the evaluation of a position.
  int Value(const chess::Position& position, LastMove last, LastMove second_last,
            const SearchParams& params) const;
  // Moves the entries towards `difference`, search result less evaluation, in centipawns.
  void Update(const chess::Position& position, LastMove last, LastMove second_last, int difference,
              int depth, const SearchParams& params);

 private:
  static constexpr int kLimit = 8'192;
  static constexpr int kSlots = 1 << kSlotBits;
  static constexpr int kUnitsPerCentipawn = 64;
  using Entry = HistoryEntry<kLimit>;
  using BySlot = std::array<Entry, kSlots>;

  // The entries of a position, in the order of the class comment.
  std::array<const Entry*, 7> Find(const chess::Position& position, LastMove last,
                                   LastMove second_last) const;

  std::array<BySlot, 2> pawns_;
  std::array<BySlot, 2> white_;
  std::array<BySlot, 2> black_;
  std::array<std::array<std::array<Entry, 64>, chess::Piece::kCount + 1>, 2> last_move_;
  std::array<BySlot, 2> minor_;
  std::array<BySlot, 2> major_;
  std::array<BySlot, 2> two_moves_;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_CORRECTION_H_
