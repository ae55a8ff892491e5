#include "tools/tune/pairs.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "lib/base/random.h"
#include "lib/base/status_macros.h"
#include "lib/chess/position.h"
#include "lib/data/record.h"
#include "lib/match/adjudicate.h"
#include "lib/match/game.h"
#include "lib/match/opening.h"
#include "lib/search/limits.h"

namespace coherent {
namespace {

constexpr int kHashMib = 8;

int HalfPointsOfWhite(const data::Game& game) { return static_cast<int>(game.outcome); }

}  // namespace

absl::StatusOr<std::unique_ptr<PairPlayer>> PairPlayer::Create(
    u64 nodes, int threads, const std::shared_ptr<const net::PreparedNetwork>& network) {
  const search::Limits limits = {.nodes = nodes};
  auto player = std::make_unique<PairPlayer>();
  player->opening_nodes_ = std::min(nodes, match::kOpeningNodes);
  for (int i = 0; i < threads; ++i) {
    Table table;
    ASSIGN_OR_RETURN(table.first, match::TunablePlayer::Create(limits, kHashMib, network));
    ASSIGN_OR_RETURN(table.second, match::TunablePlayer::Create(limits, kHashMib, network));
    ASSIGN_OR_RETURN(table.judge, match::SearchPlayer::Create(limits, kHashMib, network));
    player->tables_.push_back(std::move(table));
  }
  return player;
}

absl::StatusOr<int> PairPlayer::PlayPair(Table& table, const Pair& pair) const {
  const match::AdjudicationRules rules;
  Random random(pair.seed);
  const auto score = [&](const chess::Position& position) {
    return table.judge->ScoreAlone(position, opening_nodes_);
  };
  ASSIGN_OR_RETURN(const chess::Position start,
                   match::MakeOpening({.max_score_cp = 150}, score, random));
  table.first->SetParams({pair.first});
  table.second->SetParams({pair.second});
  ASSIGN_OR_RETURN(const data::Game as_white,
                   match::PlayGame(start, rules, *table.first, *table.second));
  ASSIGN_OR_RETURN(const data::Game as_black,
                   match::PlayGame(start, rules, *table.second, *table.first));
  return HalfPointsOfWhite(as_white) + 2 - HalfPointsOfWhite(as_black);
}

absl::StatusOr<std::vector<int>> PairPlayer::Play(const std::vector<Pair>& pairs) {
  std::vector<int> points(pairs.size());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  absl::Status status;
  {
    std::vector<std::jthread> threads;
    for (Table& table : tables_) {
      threads.emplace_back([&] {
        for (size_t i = next++; i < pairs.size(); i = next++) {
          const auto played = PlayPair(table, pairs[i]);
          if (played.ok()) {
            points[i] = *played;
          } else {
            const std::lock_guard lock(mutex);
            status.Update(played.status());
          }
        }
      });
    }
  }
  RETURN_IF_ERROR(status);
  return points;
}

}  // namespace coherent
