#include "lib/data/make_games.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/run_tool.h"

namespace coherent::data {
namespace {

using Clock = std::chrono::steady_clock;

// Hands out numbers, and puts the games that come back in any order into their own.
class Queue {
 public:
  struct State {
    u64 games = 0;  // in the package
    u64 positions = 0;
  };

  Queue(PackageWriter writer, u64 games)
      : writer_(std::move(writer)), next_(writer_.games()), wanted_(games) {}

  // Nullopt when there is none left, after an error, and after Close().
  std::optional<u64> Take() {
    const std::lock_guard lock(mutex_);
    const bool is_enough = wanted_ > 0 && next_ >= wanted_;
    if (is_enough || is_closed_ || !status_.ok()) return std::nullopt;
    return next_++;
  }

  void Add(u64 number, absl::StatusOr<Game> game) {
    const std::lock_guard lock(mutex_);
    status_.Update(game.status());
    if (is_closed_ || !status_.ok()) return;
    waiting_.emplace(number, *std::move(game));
    while (!waiting_.empty() && waiting_.begin()->first == writer_.games()) {
      status_.Update(writer_.Add(waiting_.begin()->second));
      if (!status_.ok()) return;
      waiting_.erase(waiting_.begin());
    }
  }

  // Finishes the package with the games up to the first one missing.
  absl::Status Close() {
    const std::lock_guard lock(mutex_);
    if (!is_closed_ && writer_.games() > 0) status_.Update(writer_.Finish());
    is_closed_ = true;
    return status_;
  }

  State state() const {
    const std::lock_guard lock(mutex_);
    return {.games = writer_.games(), .positions = writer_.positions()};
  }

 private:
  mutable std::mutex mutex_;
  PackageWriter writer_;
  u64 next_;  // to be taken
  u64 wanted_;
  std::map<u64, Game> waiting_;  // for an earlier one
  bool is_closed_ = false;
  absl::Status status_;
};

std::string DurationText(double seconds) {
  const auto whole = static_cast<i64>(seconds);
  if (whole >= 3'600) return absl::StrFormat("%d h %02d min", whole / 3'600, whole / 60 % 60);
  return whole >= 60 ? absl::StrFormat("%d min %02d s", whole / 60, whole % 60)
                     : absl::StrFormat("%d s", whole);
}

class Meter {
 public:
  Meter(const Queue& queue, u64 games)
      : queue_(queue), games_(games), begin_(queue.state()), thread_([this] { Loop(); }) {}
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;
  ~Meter() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_all();
    thread_.join();
    if (on_terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  void Loop() {
    const auto pause = on_terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(60);
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, pause, [this] { return is_done_; })) {
      std::fprintf(stderr, on_terminal_ ? "\r%s\033[K" : "%s\n", Line().c_str());
    }
  }

  std::string Line() const {
    const Queue::State now = queue_.state();
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    std::string line = absl::StrCat(now.games);
    if (games_ > 0) absl::StrAppend(&line, "/", games_);
    absl::StrAppend(
        &line, absl::StrFormat(" games, %d positions, %.0f positions/s", now.positions,
                               static_cast<double>(now.positions - begin_.positions) / seconds));
    if (games_ > now.games && now.games > begin_.games) {
      const double left = seconds * static_cast<double>(games_ - now.games) /
                          static_cast<double>(now.games - begin_.games);
      absl::StrAppend(&line, ", ", DurationText(left), " left");
    }
    return line;
  }

  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  const Queue& queue_;
  const u64 games_;
  const Queue::State begin_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace

absl::Status MakeGames(PackageWriter writer, u64 games, const std::vector<GameMaker>& makers) {
  Queue queue(std::move(writer), games);
  SetSignalAction([&queue] { (void)queue.Close(); });
  {
    const Meter meter(queue, games);
    std::vector<std::thread> threads;
    threads.reserve(makers.size());
    for (const GameMaker& make : makers) {
      threads.emplace_back([&queue, &make] {
        while (const std::optional<u64> number = queue.Take()) queue.Add(*number, make(*number));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  SetSignalAction({});
  return queue.Close();
}

}  // namespace coherent::data
