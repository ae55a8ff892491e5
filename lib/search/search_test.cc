#include "lib/search/search.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/net/prepared.h"
#include "lib/net/synthetic.h"

namespace coherent::search {
namespace {

using chess::KeyHistory;
using chess::Move;
using chess::Position;

class SearchTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(searcher_->SetHash(8).ok()); }

  static Position Parse(absl::string_view fen) {
    const auto position = chess::ParseFen(fen);
    EXPECT_TRUE(position.ok()) << position.status().message();
    return *position;
  }

  Result Run(const Position& root, const Limits& limits) {
    return Run(root, KeyHistory(root), limits);
  }
  Result Run(const Position& root, const KeyHistory& game, const Limits& limits) {
    reports_.clear();
    searcher_->Begin(limits);
    return searcher_->Run(root, game, [this](const Report& report) { reports_.push_back(report); });
  }

  const Report& LastScored() const {
    for (size_t i = reports_.size(); i-- > 0;) {
      if (reports_[i].score) return reports_[i];
    }
    ADD_FAILURE() << "no report with a score";
    return reports_.front();
  }

  // Plays a line; fails the test at the first illegal move.
  static Position Play(Position position, const std::vector<Move>& line) {
    for (const Move move : line) {
      EXPECT_TRUE(position.IsLegal(move));
      position.Make(move);
    }
    return position;
  }

  std::unique_ptr<Searcher<FixedParams>> searcher_ = std::make_unique<Searcher<FixedParams>>();
  std::vector<Report> reports_;
};

const std::vector<std::string>& SomePositions() {
  static const std::vector<std::string> fens = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8",
      "8/8/8/8/4k3/8/4p3/4K3 b - - 0 1",
      "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
  };
  return fens;
}

TEST_F(SearchTest, KeptValuesChangeNothing) {
  const net::Architecture architecture = {.width = 32,
                                          .buckets = 4,
                                          .hidden2 = 8,
                                          .hidden3 = 8,
                                          .output_scale = 150,
                                          .bucket_table = net::DefaultBuckets(4)};
  searcher_->SetNetwork(std::make_shared<net::PreparedNetwork>(
      net::Prepare(net::SyntheticNetwork(architecture, 1), std::nullopt, {})));
  for (const std::string& fen : SomePositions()) {
    searcher_->Clear();
    searcher_->KeepValues(true);
    const Result kept = Run(Parse(fen), {.nodes = 20'000});
    const std::vector<Report> reports = reports_;
    searcher_->Clear();
    searcher_->KeepValues(false);
    const Result computed = Run(Parse(fen), {.nodes = 20'000});
    EXPECT_EQ(kept.best, computed.best);
    EXPECT_EQ(kept.nodes, computed.nodes);
    ASSERT_EQ(reports.size(), reports_.size());
    for (size_t i = 0; i < reports.size(); ++i) EXPECT_EQ(reports[i].pv, reports_[i].pv);
  }
}

TEST_F(SearchTest, EqualCallsSinceClearGiveEqualReports) {
  for (const std::string& fen : SomePositions()) {
    const Position root = Parse(fen);
    searcher_->Clear();
    const Result first = Run(root, {.depth = 8});
    const std::vector<Report> reports = std::exchange(reports_, {});
    searcher_->Clear();
    const Result second = Run(root, {.depth = 8});
    EXPECT_EQ(first.best, second.best);
    EXPECT_EQ(first.nodes, second.nodes);
    ASSERT_EQ(reports.size(), reports_.size());
    for (size_t i = 0; i < reports.size(); ++i) {
      EXPECT_EQ(reports[i].score, reports_[i].score);
      EXPECT_EQ(reports[i].nodes, reports_[i].nodes);
      EXPECT_EQ(reports[i].pv, reports_[i].pv);
      EXPECT_EQ(reports[i].hash_full, reports_[i].hash_full);
    }
  }
}

TEST_F(SearchTest, ParametersThatCanBeTunedSearchTheSameAtTheirDefaults) {
  const auto tunable = std::make_unique<Searcher<TunableParams>>();
  ASSERT_TRUE(tunable->SetHash(8).ok());
  for (const std::string& fen : SomePositions()) {
    const Position root = Parse(fen);
    searcher_->Clear();
    tunable->Clear();
    const Result fixed = Run(root, {.depth = 9});
    tunable->Begin({.depth = 9});
    const Result tuned = tunable->Run(root, chess::KeyHistory(root), [](const Report&) {});
    EXPECT_EQ(fixed.best, tuned.best);
    EXPECT_EQ(fixed.nodes, tuned.nodes);
  }
}

TEST_F(SearchTest, OtherParametersSearchOtherwise) {
  const auto tunable = std::make_unique<Searcher<TunableParams>>();
  ASSERT_TRUE(tunable->SetHash(8).ok());
  const Position root = Parse(SomePositions()[1]);
  const u64 nodes = Run(root, {.depth = 9}).nodes;
  TunableParams other;
  other.params.lmr_cut_node = 0;
  tunable->SetParams(other);
  tunable->Begin({.depth = 9});
  EXPECT_NE(tunable->Run(root, chess::KeyHistory(root), [](const Report&) {}).nodes, nodes);
}

TEST_F(SearchTest, EveryLineIsLegalAndBeginsWithTheBestMove) {
  for (const std::string& fen : SomePositions()) {
    const Position root = Parse(fen);
    const Result result = Run(root, {.depth = 9});
    for (const Report& report : reports_) Play(root, report.pv);
    EXPECT_EQ(LastScored().pv.front(), result.best) << fen;
  }
}

TEST_F(SearchTest, NodeLimitsAreMetExactly) {
  for (const u64 nodes : {1'000, 4'321, 50'000}) {
    searcher_->Clear();
    const Result result = Run(Parse(SomePositions()[1]), {.nodes = nodes});
    EXPECT_EQ(result.nodes, nodes);
    EXPECT_EQ(reports_.back().nodes, nodes);
    EXPECT_FALSE(reports_.back().score.has_value());
  }
}

TEST_F(SearchTest, ABetterMoveOfARoundThatWasCutShortCounts) {
  int adopted = 0;
  for (const std::string& fen : SomePositions()) {
    const Position root = Parse(fen);
    for (u64 nodes = 100; nodes < 20'000; nodes += nodes / 8) {
      searcher_->Clear();
      const Result result = Run(root, {.nodes = nodes});
      ASSERT_FALSE(reports_.empty());
      const Report& last = reports_.back();
      // What was reported last with a score is what is played.
      EXPECT_EQ(LastScored().pv.front(), result.best);
      EXPECT_EQ(*LastScored().score, result.score);
      if (!last.score || last.depth == result.depth) continue;
      ++adopted;
      EXPECT_EQ(last.depth, result.depth + 1);
      EXPECT_EQ(last.nodes, result.nodes);
      const auto before =
          std::find_if(reports_.rbegin(), reports_.rend(),
                       [&](const Report& report) { return report.depth == result.depth; });
      ASSERT_NE(before, reports_.rend());
      EXPECT_NE(before->pv.front(), result.best);
    }
  }
  EXPECT_GT(adopted, 0);
}

TEST_F(SearchTest, PastASoftNodeLimitNoRoundBegins) {
  constexpr u64 kSoft = 5'000;
  const Position root = Parse(SomePositions()[1]);
  const Result result = Run(root, {.soft_nodes = kSoft});
  EXPECT_GE(result.nodes, kSoft);
  ASSERT_GE(reports_.size(), 2);
  EXPECT_EQ(reports_.back().nodes, result.nodes);
  EXPECT_TRUE(reports_.back().score.has_value());
  EXPECT_LT(reports_[reports_.size() - 2].nodes, kSoft);
  searcher_->Clear();
  EXPECT_EQ(Run(root, {.nodes = 3'000, .soft_nodes = kSoft}).nodes, 3'000);
}

TEST_F(SearchTest, TheFirstRoundIsAlwaysFinished) {
  const Result result = Run(Position(), {.nodes = 1});
  ASSERT_TRUE(reports_.front().score.has_value());
  EXPECT_EQ(reports_.front().pv.front(), result.best);
  EXPECT_GE(result.depth, 1);
}

TEST_F(SearchTest, FindsMatesWithLinesAsLongAsTheyClaim) {
  const std::vector<std::pair<std::string, int>> mates = {
      {"7k/5K2/8/8/8/8/8/6R1 w - - 0 1", 1},
      {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2},
      {"7k/5K2/8/8/8/8/8/6R1 w - - 99 80", 1},
      {"8/1P1r4/k7/2Q5/4B3/2K5/2p5/8 w - - 0 1", 1},
      {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1},
      {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", 1},
  };
  for (const auto& [fen, moves] : mates) {
    const Position root = Parse(fen);
    searcher_->Clear();
    Run(root, {.depth = 20});
    const Report& last = LastScored();
    EXPECT_EQ(MateMoves(*last.score), moves) << fen;
    EXPECT_EQ(static_cast<int>(last.pv.size()), moves > 0 ? 2 * moves - 1 : -2 * moves) << fen;
    const Position end = Play(root, last.pv);
    EXPECT_TRUE(end.InCheck() && !chess::HasLegalMove(end)) << fen;
  }
}

TEST_F(SearchTest, AnEndedGameHasAScoreAndNoMove) {
  Result result = Run(Parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {.depth = 3});
  EXPECT_TRUE(result.best.IsNone());
  EXPECT_EQ(reports_.back().score, kDraw);
  result = Run(Parse("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), {.depth = 3});
  EXPECT_TRUE(result.best.IsNone());
  EXPECT_EQ(reports_.back().score, MatedIn(0));
}

TEST_F(SearchTest, EveryLineOfMultiPvHasItsOwnFirstMove) {
  const Position root = Parse("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1");
  Run(root, {.depth = 6, .multi_pv = 50});
  std::set<u16> first_moves;
  int lines = 0;
  for (const Report& report : reports_) {
    if (report.depth != 6) continue;
    EXPECT_EQ(report.multi_pv, ++lines);
    first_moves.insert(report.pv.front().bits());
  }
  EXPECT_EQ(lines, 3);
  EXPECT_EQ(first_moves.size(), 3);
}

TEST_F(SearchTest, LooksOnlyAtTheMovesItIsTold) {
  const Position root;
  const Move move = *chess::ParseUciMove(root, "a2a3");
  const Result result = Run(root, {.depth = 5, .search_moves = {move}});
  EXPECT_EQ(result.best, move);
  for (const Report& report : reports_) EXPECT_EQ(report.pv.front(), move);
}

TEST_F(SearchTest, TakesARepetitionWhenLosing) {
  // White is a rook down and about to be mated, but can check forever from e8 and h5.
  Run(Parse("6k1/6p1/5p2/7Q/8/8/qr6/7K w - - 0 1"), {.depth = 8});
  EXPECT_EQ(LastScored().score, kDraw);
}

TEST_F(SearchTest, APonderHitStartsTheClock) {
  searcher_->Begin({.clock = Clock{.remaining_ms = 200}, .ponder = true});
  std::thread thread([&] {
    const Position root;
    searcher_->Run(root, KeyHistory(root), [](const Report&) {});
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  searcher_->PonderHit();
  thread.join();
}

}  // namespace
}  // namespace coherent::search
