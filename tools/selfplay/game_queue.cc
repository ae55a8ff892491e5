#include "tools/selfplay/game_queue.h"

namespace coherent {

std::optional<u64> GameQueue::Take() {
  const std::lock_guard lock(mutex_);
  const bool is_enough = wanted_ > 0 && next_ >= wanted_;
  if (is_enough || is_closed_ || !status_.ok()) return std::nullopt;
  return next_++;
}

void GameQueue::Add(u64 number, data::Game game) {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || !status_.ok()) return;
  waiting_.emplace(number, std::move(game));
  while (!waiting_.empty() && waiting_.begin()->first == writer_.games()) {
    status_.Update(writer_.Add(waiting_.begin()->second));
    if (!status_.ok()) return;
    waiting_.erase(waiting_.begin());
  }
}

void GameQueue::Fail(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  status_.Update(status);
}

absl::Status GameQueue::Close() {
  const std::lock_guard lock(mutex_);
  if (!is_closed_ && writer_.games() > 0) status_.Update(writer_.Finish());
  is_closed_ = true;
  return status_;
}

GameQueue::State GameQueue::state() const {
  const std::lock_guard lock(mutex_);
  return {.games = writer_.games(), .positions = writer_.positions()};
}

}  // namespace coherent
