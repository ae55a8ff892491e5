#include "lib/search/threads.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/search/limits.h"
#include "lib/search/report.h"
#include "lib/search/score.h"
#include "lib/search/search.h"

namespace coherent::search {
namespace {

using chess::Position;
using Threads = SearchThreads<FixedParams>;

constexpr char kMiddlegame[] =
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8";

class SearchThreadsTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(threads_->SetHash(8).ok()); }

  Result Run(const char* fen, const Limits& limits) {
    const Position root = chess::ParseFen(fen).value();
    reports_.clear();
    threads_->Begin(limits);
    return threads_->Run(root, chess::KeyHistory(root),
                         [this](const Report& report) { reports_.push_back(report); });
  }

  std::unique_ptr<Threads> threads_ = std::make_unique<Threads>();
  std::vector<Report> reports_;
};

TEST_F(SearchThreadsTest, OneSearchesWhatASearcherDoes) {
  const auto searcher = std::make_unique<Searcher<FixedParams>>();
  ASSERT_TRUE(searcher->SetHash(8).ok());
  const Position root = chess::ParseFen(kMiddlegame).value();
  searcher->Begin({.nodes = 30'000});
  const Result alone = searcher->Run(root, chess::KeyHistory(root), [](const Report&) {});
  const Result found = Run(kMiddlegame, {.nodes = 30'000});
  EXPECT_EQ(found.best, alone.best);
  EXPECT_EQ(found.nodes, alone.nodes);
  // Again after there were more.
  threads_->SetThreads(3);
  Run(kMiddlegame, {.nodes = 10'000});
  threads_->SetThreads(1);
  threads_->Clear();
  EXPECT_EQ(Run(kMiddlegame, {.nodes = 30'000}).nodes, 30'000u);
  EXPECT_EQ(reports_.back().nodes, 30'000u);
}

TEST_F(SearchThreadsTest, SeveralShareANodeLimit) {
  threads_->SetThreads(4);
  const Result result = Run(kMiddlegame, {.nodes = 100'000});
  EXPECT_GE(result.nodes, 100'000u - 3 * 1'024);
  // The main thread looks around every 1,024 nodes of its own, or more if it is not let run.
  EXPECT_LE(result.nodes, 400'000u);
  EXPECT_FALSE(result.best.IsNone());
  for (size_t i = 1; i < reports_.size(); ++i) {
    EXPECT_GE(reports_[i].nodes, reports_[i - 1].nodes);
  }
  EXPECT_LE(reports_.back().nodes, result.nodes);
}

TEST_F(SearchThreadsTest, SeveralFindAMate) {
  threads_->SetThreads(3);
  const Result result = Run("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", {.depth = 6});
  EXPECT_EQ(result.score, MateIn(1));
  EXPECT_EQ(result.depth, 6);
}

TEST_F(SearchThreadsTest, StopsFromAnotherThread) {
  threads_->SetThreads(2);
  const Position root = chess::ParseFen(kMiddlegame).value();
  threads_->Begin({});
  std::jthread stopper([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    threads_->Stop();
  });
  const Result result = threads_->Run(root, chess::KeyHistory(root), [](const Report&) {});
  EXPECT_FALSE(result.best.IsNone());
}

TEST_F(SearchThreadsTest, SeveralSearchOnlyTheMovesAskedFor) {
  threads_->SetThreads(2);
  const Position root = chess::ParseFen(kMiddlegame).value();
  const chess::Move move = chess::LegalMoves(root)[7];
  const Result result = Run(kMiddlegame, {.depth = 6, .search_moves = {move}});
  EXPECT_EQ(result.best, move);
}

}  // namespace
}  // namespace coherent::search
