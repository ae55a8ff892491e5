// Games come from many threads in any order and go into a package in their own.
#ifndef COHERENT_TOOLS_SELFPLAY_GAME_QUEUE_H_
#define COHERENT_TOOLS_SELFPLAY_GAME_QUEUE_H_

#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/data/record.h"
#include "lib/data/writer.h"

namespace coherent {

// All functions may be called from any thread.
class GameQueue {
 public:
  struct State {
    u64 games = 0;  // in the package
    u64 positions = 0;
  };

  // Games up to number `games` are wanted, counted from 0; 0: without end.
  GameQueue(data::PackageWriter writer, u64 games)
      : writer_(std::move(writer)), next_(writer_.games()), wanted_(games) {}

  // The number of a game that is to be played next; nullopt when there is none left, after an
  // error, and after Close().
  std::optional<u64> Take();
  void Add(u64 number, data::Game game);
  // No further games; the first error counts.
  void Fail(const absl::Status& status);
  // Finishes the package with the games that are there up to the first one missing, and drops the
  // others. The first error of all.
  absl::Status Close();

  State state() const;

 private:
  mutable std::mutex mutex_;
  data::PackageWriter writer_;
  u64 next_;  // to be taken
  u64 wanted_;
  std::map<u64, data::Game> waiting_;  // for an earlier one
  bool is_closed_ = false;
  absl::Status status_;
};

}  // namespace coherent

#endif  // COHERENT_TOOLS_SELFPLAY_GAME_QUEUE_H_
