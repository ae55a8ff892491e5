#include "lib/uci/fake_driver.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"

namespace coherent::uci {
namespace {

constexpr i64 kMemoryMib = 1'000;

bool HasLimit(const Go& go) {
  return !go.infinite &&
         (go.depth || go.nodes || go.mate || go.movetime_ms || go.wtime_ms || go.btime_ms);
}

}  // namespace

FakeDriver::FakeDriver() {
  options_.AddSpin("Hash", {.initial = 64, .min = 1, .max = 33'554'432},
                   OptionTiming::kBetweenSearches, [this](i64 mib) {
                     if (mib > kMemoryMib) return absl::ResourceExhaustedError("no memory");
                     hash_mib_ = mib;
                     return absl::OkStatus();
                   });
  options_.AddCheck("UCI_Chess960", false, OptionTiming::kAnyTime, [this](bool on) {
    style_ = on ? chess::CastlingStyle::kKingTakesRook : chess::CastlingStyle::kKingMoves;
    return absl::OkStatus();
  });
}

std::function<SearchResult(const PrintLine&)> FakeDriver::PlanSearch(SearchRequest request) {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  return [this, request = std::move(request)](const PrintLine& print) {
    return Answer(request, print);
  };
}

std::function<absl::Status(const PrintLine&)> FakeDriver::PlanBench(const Bench& bench) {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  return [this, has_limit = bench.depth || bench.nodes](const PrintLine& print) {
    if (!has_limit) {
      WaitForStop();
      return absl::CancelledError("bench stopped");
    }
    print("1 nodes 1 nps");
    return absl::OkStatus();
  };
}

std::function<absl::Status(const PrintLine&)> FakeDriver::PlanOpenings(
    const MakeOpenings& openings) {
  return [openings](const PrintLine& print) {
    if (!openings.book.empty()) return absl::NotFoundError("no books here");
    print(absl::StrCat("info string genfens ", openings.count, " by ", openings.seed));
    return absl::OkStatus();
  };
}

SearchResult FakeDriver::Answer(const SearchRequest& request, const PrintLine& print) {
  const chess::Position& root = request.game.position;
  const chess::Move best =
      request.search_moves.empty() ? chess::LegalMoves(root)[0] : request.search_moves.front();
  print(absl::StrCat("info depth 1 score cp 0 nodes 7 pv ",
                     chess::ToUci(best, request.castling_style)));
  if (!HasLimit(request.go)) WaitForStop();
  return {.best = best, .nodes = 7};
}

void FakeDriver::WaitForStop() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_; });
}

void FakeDriver::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void FakeDriver::PonderHit() {}

}  // namespace coherent::uci
