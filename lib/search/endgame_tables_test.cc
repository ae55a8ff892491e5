#include "lib/search/endgame_tables.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/score.h"
#include "lib/search/search.h"
#include "lib/syzygy/probe.h"
#include "lib/syzygy/tables.h"

namespace coherent::search {
namespace {

using chess::KeyHistory;
using chess::Move;
using chess::MoveOf;
using chess::Position;
using chess::PositionOf;

std::shared_ptr<EndgameTables> ThreeMen(const EndgameOptions& options = {}) {
  auto tables = syzygy::Tables::Load(TestdataPath("syzygy"));
  EXPECT_THAT(tables, IsOk());
  return std::make_shared<EndgameTables>(*std::move(tables), options);
}

std::vector<Move> MovesOf(const Position& position) {
  std::vector<Move> moves;
  for (const Move move : chess::LegalMoves(position)) moves.push_back(move);
  return moves;
}

TEST(EndgameTablesTest, ScoresLieBetweenEvaluationsAndMates) {
  const auto tables = ThreeMen();
  EXPECT_EQ(tables->Score(PositionOf("8/8/4k3/8/8/3K4/8/6R1 w - - 0 1"), 1, 5), TableWinIn(5));
  EXPECT_EQ(tables->Score(PositionOf("8/8/4k3/8/8/3K4/8/6R1 b - - 0 1"), 1, 5), -TableWinIn(5));
  EXPECT_EQ(tables->Score(PositionOf("8/8/4k3/8/8/3K4/8/6B1 b - - 0 1"), 1, 5), kDraw);
  EXPECT_EQ(tables->hits(), 3);
  EXPECT_GT(TableWinIn(kMaxPly), kMaxEval);
  EXPECT_FALSE(IsMate(TableWinIn(0)));
  EXPECT_EQ(FromTable(ToTable(TableWinIn(7), 7), 9), TableWinIn(9));
}

TEST(EndgameTablesTest, AsksOnlyWhereAnAnswerHolds) {
  const Position rook = PositionOf("8/8/4k3/8/8/3K4/8/6R1 w - - 0 1");
  const Position later = PositionOf("8/8/4k3/8/8/3K4/8/6R1 w - - 1 1");
  const Position bare = PositionOf("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
  EXPECT_EQ(ThreeMen()->Score(later, 9, 0), std::nullopt);
  EXPECT_EQ(ThreeMen({.min_depth = 5})->Score(rook, 4, 0), std::nullopt);
  EXPECT_NE(ThreeMen({.min_depth = 5})->Score(rook, 5, 0), std::nullopt);
  EXPECT_NE(ThreeMen({.min_depth = 5})->Score(bare, 4, 0), std::nullopt);
  EXPECT_EQ(ThreeMen({.max_pieces = 2})->Score(rook, 9, 0), std::nullopt);
}

TEST(EndgameTablesTest, LeavesTheMovesAtTheRootThatKeepTheWin) {
  const Position root = PositionOf("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
  const auto known = ThreeMen()->FindRoot(root, KeyHistory(root), MovesOf(root));
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->score, TableWinIn(0));
  EXPECT_TRUE(known->is_settled);
  EXPECT_LT(known->best.size(), MovesOf(root).size());
  for (const Move move : known->best) EXPECT_NE(move, MoveOf(root, "b1b3"));
  // Among some moves the best of them.
  const auto bad = ThreeMen()->FindRoot(root, KeyHistory(root), {MoveOf(root, "b1b3")});
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->score, kDraw);
}

TEST(EndgameTablesTest, WinsEveryKindOfEndingAgainstABareKing) {
  const auto searcher = std::make_unique<Searcher<FixedParams>>();
  ASSERT_THAT(searcher->SetHash(Searcher<FixedParams>::kMinHashMib), IsOk());
  searcher->SetEndgameTables(ThreeMen());
  for (const absl::string_view fen :
       {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/8/3k4/8/3P4/3K4 b - - 0 1"}) {
    Position position = PositionOf(fen);
    KeyHistory game(position);
    const bool is_won = syzygy::ProbeWdl(**syzygy::Tables::Load(TestdataPath("syzygy")),
                                         position) != syzygy::Wdl::kDraw;
    for (int ply = 0; ply < 400 && chess::HasLegalMove(position); ++ply) {
      searcher->Begin({.nodes = 300});
      const Result result = searcher->Run(position, game, [](const Report& report) {
        EXPECT_EQ(report.table_hits.has_value(), report.score.has_value());
      });
      EXPECT_EQ(IsDecisive(result.score), is_won) << fen << " ply " << ply;
      position.Make(result.best);
      game.Push(position);
    }
    EXPECT_EQ(position.InCheck() && !chess::HasLegalMove(position), is_won) << fen;
  }
}

TEST(EndgameTablesTest, ASearchAboveThemFindsTheCaptureThatLeadsThere) {
  const auto searcher = std::make_unique<Searcher<FixedParams>>();
  ASSERT_THAT(searcher->SetHash(Searcher<FixedParams>::kMinHashMib), IsOk());
  const Position root = PositionOf("8/8/8/2n1k3/8/8/8/K1R5 w - - 0 1");
  const auto tables = ThreeMen();
  searcher->SetEndgameTables(tables);
  searcher->Begin({.depth = 3});
  const Result result = searcher->Run(root, KeyHistory(root), [](const Report&) {});
  EXPECT_EQ(result.best, MoveOf(root, "c1c5"));
  EXPECT_EQ(result.score, TableWinIn(1));
  EXPECT_GT(tables->hits(), 0);
  // Without them the score is an evaluation.
  searcher->SetEndgameTables(nullptr);
  searcher->Clear();
  searcher->Begin({.depth = 3});
  const Result without = searcher->Run(root, KeyHistory(root), [](const Report& report) {
    EXPECT_FALSE(report.table_hits.has_value());
  });
  EXPECT_FALSE(IsDecisive(without.score));
}

}  // namespace
}  // namespace coherent::search
