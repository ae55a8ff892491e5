// What endgame tables tell a search: at the root which moves keep the result, below it the result.
// Specified by docs/search.md, "Endgame tables".
#ifndef COHERENT_LIB_SEARCH_ENDGAME_TABLES_H_
#define COHERENT_LIB_SEARCH_ENDGAME_TABLES_H_

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/types.h"
#include "lib/syzygy/probe.h"
#include "lib/syzygy/tables.h"

namespace coherent::search {

struct EndgameOptions {
  int min_depth = 1;   // plies that are left where positions with `max_pieces` are looked up
  int max_pieces = 7;  // kings included
  syzygy::FiftyMoveRule rule = syzygy::FiftyMoveRule::kCounts;
};

// Shared by the threads of a search. Only the count of hits changes while one runs.
class EndgameTables {
 public:
  // What the tables say about a root.
  struct Root {
    std::vector<chess::Move> best;  // all that keep the result
    int score = 0;
    // Whether all there is to know is known, so that positions below need not be looked up.
    bool is_settled = false;
  };

  EndgameTables(std::shared_ptr<const syzygy::Tables> tables, const EndgameOptions& options);

  // Positions with more pieces are not looked up.
  int max_pieces() const { return max_pieces_; }
  // Of `moves`, which are legal in `position`, the last one of `game`. Nullopt if the tables do not
  // know it, or there is no move.
  std::optional<Root> FindRoot(const chess::Position& position, const chess::KeyHistory& game,
                               const std::vector<chess::Move>& moves);
  // The score of a position `ply` plies from the root with `depth` plies left to search, if the
  // tables know it. Only just after a capture or pawn move, or the clock might make it wrong.
  std::optional<int> Score(const chess::Position& position, int depth, int ply);

  // Since ResetHits().
  u64 hits() const { return hits_.load(std::memory_order_relaxed); }
  void ResetHits() { hits_.store(0, std::memory_order_relaxed); }

 private:
  std::shared_ptr<const syzygy::Tables> tables_;
  EndgameOptions options_;
  int max_pieces_;
  std::atomic<u64> hits_ = 0;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_ENDGAME_TABLES_H_
