// Who plays: anything that chooses a move, and the one that does so by search in this process.
#ifndef COHERENT_LIB_MATCH_PLAYER_H_
#define COHERENT_LIB_MATCH_PLAYER_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/types.h"
#include "lib/net/prepared.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/search.h"

namespace coherent::match {

struct Choice {
  chess::Move move;
  int score = 0;  // lib/search/score.h, side to move's view
};

// One a thread.
class Player {
 public:
  virtual ~Player() = default;
  // Forgets earlier games.
  virtual absl::Status NewGame() = 0;
  // A move in `position`, the last one of `game`, in which there is a legal move.
  virtual absl::StatusOr<Choice> Choose(const chess::Position& position,
                                        const chess::KeyHistory& game) = 0;
};

// With equal games, equal moves and scores, as long as `limits` has no clock.
template <class Params>
class SearcherPlayer final : public Player {
 public:
  // Evaluates by `network`, or by piece-square rules if it is null.
  static absl::StatusOr<std::unique_ptr<SearcherPlayer>> Create(
      const search::Limits& limits, int hash_mib,
      std::shared_ptr<const net::PreparedNetwork> network = nullptr);

  void SetParams(const Params& params) { searcher_.SetParams(params); }

  absl::Status NewGame() override;
  absl::StatusOr<Choice> Choose(const chess::Position& position,
                                const chess::KeyHistory& game) override;
  // The same with other limits than its own.
  Choice Search(const chess::Position& position, const chess::KeyHistory& game,
                const search::Limits& limits);
  // The score of a search of `soft_nodes` that knows nothing but the position: earlier searches are
  // forgotten.
  int ScoreAlone(const chess::Position& position, u64 soft_nodes);

 private:
  explicit SearcherPlayer(const search::Limits& limits) : limits_(limits) {}

  search::Limits limits_;
  search::Searcher<Params> searcher_;
};

extern template class SearcherPlayer<search::FixedParams>;
extern template class SearcherPlayer<search::TunableParams>;
using SearchPlayer = SearcherPlayer<search::FixedParams>;
using TunablePlayer = SearcherPlayer<search::TunableParams>;

}  // namespace coherent::match

#endif  // COHERENT_LIB_MATCH_PLAYER_H_
