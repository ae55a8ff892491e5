#include "lib/match/player.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/search/report.h"

namespace coherent::match {

absl::StatusOr<std::unique_ptr<SearchPlayer>> SearchPlayer::Create(
    const search::Limits& limits, int hash_mib,
    std::shared_ptr<const net::PreparedNetwork> network) {
  constexpr int kLeast = search::Searcher<search::FixedParams>::kMinHashMib;
  if (hash_mib < kLeast) {
    return absl::InvalidArgumentError(
        absl::StrCat("hash: found ", hash_mib, " MiB, expected at least ", kLeast));
  }
  std::unique_ptr<SearchPlayer> player(new SearchPlayer(limits));
  RETURN_IF_ERROR(player->searcher_.SetHash(hash_mib));
  player->searcher_.SetNetwork(std::move(network));
  return player;
}

absl::Status SearchPlayer::NewGame() {
  searcher_.Clear();
  return absl::OkStatus();
}

absl::StatusOr<Choice> SearchPlayer::Choose(const chess::Position& position,
                                            const chess::KeyHistory& game) {
  return Search(position, game, limits_);
}

Choice SearchPlayer::Search(const chess::Position& position, const chess::KeyHistory& game,
                            const search::Limits& limits) {
  searcher_.Begin(limits);
  const search::Result result = searcher_.Run(position, game, [](const search::Report&) {});
  return {.move = result.best, .score = result.score};
}

int SearchPlayer::ScoreAlone(const chess::Position& position, u64 soft_nodes) {
  searcher_.Clear();
  return Search(position, chess::KeyHistory(position), {.soft_nodes = soft_nodes}).score;
}

}  // namespace coherent::match
