#include "lib/match/player.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/search/report.h"

namespace coherent::match {

template <class Params>
absl::StatusOr<std::unique_ptr<SearcherPlayer<Params>>> SearcherPlayer<Params>::Create(
    const search::Limits& limits, int hash_mib,
    std::shared_ptr<const net::PreparedNetwork> network) {
  constexpr int kLeast = search::Searcher<Params>::kMinHashMib;
  if (hash_mib < kLeast) {
    return absl::InvalidArgumentError(
        absl::StrCat("hash: found ", hash_mib, " MiB, expected at least ", kLeast));
  }
  std::unique_ptr<SearcherPlayer> player(new SearcherPlayer(limits));
  RETURN_IF_ERROR(player->searcher_.SetHash(hash_mib));
  player->searcher_.SetNetwork(std::move(network));
  return player;
}

template <class Params>
absl::Status SearcherPlayer<Params>::NewGame() {
  searcher_.Clear();
  return absl::OkStatus();
}

template <class Params>
absl::StatusOr<Choice> SearcherPlayer<Params>::Choose(const chess::Position& position,
                                                      const chess::KeyHistory& game) {
  return Search(position, game, limits_);
}

template <class Params>
Choice SearcherPlayer<Params>::Search(const chess::Position& position,
                                      const chess::KeyHistory& game, const search::Limits& limits) {
  searcher_.Begin(limits);
  const search::Result result = searcher_.Run(position, game, [](const search::Report&) {});
  return {.move = result.best, .score = result.score};
}

template <class Params>
int SearcherPlayer<Params>::ScoreAlone(const chess::Position& position, u64 soft_nodes) {
  searcher_.Clear();
  return Search(position, chess::KeyHistory(position), {.soft_nodes = soft_nodes}).score;
}

template class SearcherPlayer<search::FixedParams>;
template class SearcherPlayer<search::TunableParams>;

}  // namespace coherent::match
