// Moves in the order in which they should be tried, generated as late as possible: table move, good
// captures, quiet moves (killers and countermove first), bad captures.
#ifndef COHERENT_LIB_SEARCH_MOVE_PICKER_H_
#define COHERENT_LIB_SEARCH_MOVE_PICKER_H_

#include <array>

#include "lib/chess/bitboard.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/search/history.h"
#include "lib/search/params.h"
#include "lib/search/stack.h"

namespace coherent::search {

// What orders the moves of one node. Every pointer outlives the picker.
struct OrderingContext {
  Histories* histories;
  std::array<PieceToTable*, 3> follow_ups;  // of the moves 1, 2 and 4 plies back; never null
  std::array<chess::Move, 2> killers;
  chess::Move counter;
  LastMove last;
  chess::Bitboard attacked;  // by the opponent
  int ply;
};

// The value of a quiet move's histories, as orderings and reductions see it.
int QuietHistory(const chess::Position& position, chess::Move move, const OrderingContext& context,
                 const SearchParams& params);
// The table entry of a capture or promotion.
MoveHistoryEntry& CaptureHistory(Histories& histories, const chess::Position& position,
                                 chess::Move move);

class MovePicker {
 public:
  enum class Kind {
    kAll,    // every legal move
    kNoisy,  // captures and promotions only, good ones only: static exchange at least `threshold`
  };

  // `table_move` is legal here or None. In a kNoisy picker a quiet table move is not tried.
  MovePicker(Kind kind, const chess::Position& position, chess::Move table_move,
             const OrderingContext& context, const SearchParams& params, int threshold = 0);

  // The next move, or None when there is no other.
  chess::Move Next();
  // From now on quiet moves are passed over.
  void SkipQuiets() { skip_quiets_ = true; }
  // Whether the last move came from the stage of bad captures.
  bool InBadCaptures() const { return stage_ == Stage::kBadCaptures; }

 private:
  enum class Stage {
    kTableMove,
    kMakeNoisy,
    kGoodCaptures,
    kMakeQuiets,
    kQuiets,
    kBadCaptures,
    kEnd
  };

  void ScoreNoisy();
  void ScoreQuiets();
  // Moves the best of moves_[next_ ...] to the front and returns its place.
  size_t SelectBest();

  const chess::Position& position_;
  const OrderingContext& context_;
  const SearchParams& params_;
  const Kind kind_;
  const chess::Move table_move_;
  const int threshold_;
  Stage stage_;
  bool skip_quiets_ = false;
  size_t next_ = 0;
  chess::MoveList moves_;
  std::array<int, chess::kMaxMoves> scores_;  // NOLINT: filled with the moves
  chess::MoveList bad_captures_;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_MOVE_PICKER_H_
