#include "lib/syzygy/probe.h"

#include <map>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/testing.h"
#include "lib/syzygy/three_men.h"

namespace coherent::syzygy {
namespace {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::PositionOf;
using chess::Square;

const Tables& ThreeMenTables() {
  static const auto tables = [] {
    auto loaded = Tables::Load(TestdataPath("syzygy"));
    EXPECT_THAT(loaded, IsOk());
    return *std::move(loaded);
  }();
  return *tables;
}

Position PositionWith(Kind kind, const ThreeMen::Men& men, Color strong, Color to_move) {
  const auto place = [&](int square) { return Square::FromIndex(square).For(strong).index(); };
  chess::Setup setup;
  setup.board[place(men.king)] = Piece(strong, Kind::kKing);
  setup.board[place(men.other_king)] = Piece(!strong, Kind::kKing);
  setup.board[place(men.piece)] = Piece(strong, kind);
  setup.side_to_move = to_move;
  return Position::FromSetup(setup);
}

// Holds the tables to the solver at every `stride`th position, with `strong` having the piece.
// Primes, so that squares come in all combinations.
void Compare(Kind kind, const ThreeMen& solver, Color strong, int stride) {
  int wins = 0;
  for (int i = 0; i < 2 * 64 * 64 * 64; i += stride) {
    const ThreeMen::Men men = {.king = i / 64 % 64, .other_king = i / 4096 % 64, .piece = i % 64};
    const Color mover = i < 64 * 64 * 64 ? Color::kWhite : Color::kBlack;
    if (!solver.IsLegal(mover, men)) continue;
    const Position position =
        PositionWith(kind, men, strong, strong == Color::kWhite ? mover : !mover);
    const std::optional<Wdl> wdl = ProbeWdl(ThreeMenTables(), position);
    const std::optional<int> dtz = ProbeDtz(ThreeMenTables(), position);
    ASSERT_TRUE(wdl && dtz) << ToFen(position);
    const std::optional<int> plies = solver.PliesToWin(mover, men);
    if (!plies) {
      ASSERT_EQ(*wdl, Wdl::kDraw) << ToFen(position);
      ASSERT_EQ(*dtz, 0) << ToFen(position);
      continue;
    }
    ++wins;
    ASSERT_EQ(*wdl, mover == Color::kWhite ? Wdl::kWin : Wdl::kLoss) << ToFen(position);
    const int distance = mover == Color::kWhite ? *dtz : -*dtz;
    // One too small at most; but 1 for a mate on the board.
    ASSERT_LE(distance, std::max(*plies, 1)) << ToFen(position);
    ASSERT_GE(distance, std::max(*plies - 1, 1)) << ToFen(position);
  }
  EXPECT_EQ(wins > 0, kind != Kind::kBishop && kind != Kind::kKnight);
}

TEST(ProbeTest, AgreesWithTheSolverOfThreeMen) {
  const ThreeMen queen(Kind::kQueen), rook(Kind::kRook), bishop(Kind::kBishop),
      knight(Kind::kKnight);
  const ThreeMen pawn(Kind::kPawn, {&queen, &rook, &bishop, &knight});
  const std::map<Kind, const ThreeMen*> solvers = {{Kind::kQueen, &queen},
                                                   {Kind::kRook, &rook},
                                                   {Kind::kBishop, &bishop},
                                                   {Kind::kKnight, &knight},
                                                   {Kind::kPawn, &pawn}};
  for (const auto& [kind, solver] : solvers) {
    Compare(kind, *solver, Color::kWhite, 13);
    Compare(kind, *solver, Color::kBlack, 101);
  }
}

TEST(ProbeTest, KnowsBareKingsAndNothingItHasNoTableFor) {
  EXPECT_EQ(ProbeWdl(ThreeMenTables(), PositionOf("8/8/4k3/8/8/3K4/8/8 w - - 0 1")), Wdl::kDraw);
  EXPECT_EQ(ProbeWdl(ThreeMenTables(), PositionOf("8/8/4k3/8/8/3K4/5R2/6R1 w - - 0 1")),
            std::nullopt);
  EXPECT_EQ(ProbeWdl(ThreeMenTables(), chess::Position()), std::nullopt);
}

TEST(ProbeTest, SaysNothingWhereCastlingIsPossible) {
  EXPECT_EQ(ProbeWdl(ThreeMenTables(), PositionOf("8/8/4k3/8/8/8/8/R3K3 w Q - 0 1")), std::nullopt);
  EXPECT_EQ(ProbeWdl(ThreeMenTables(), PositionOf("8/8/4k3/8/8/8/8/R3K3 w - - 0 1")), Wdl::kWin);
}

// Rank and result of each move, by its name.
std::map<std::string, RankedMove> Ranked(absl::string_view fen, bool has_repeated = false,
                                         FiftyMoveRule rule = FiftyMoveRule::kCounts) {
  const auto ranked = RankMoves(ThreeMenTables(), PositionOf(fen), has_repeated, rule);
  EXPECT_TRUE(ranked && ranked->by_distance) << fen;
  std::map<std::string, RankedMove> by_name;
  if (!ranked) return by_name;
  for (const RankedMove& move : ranked->moves) {
    by_name[chess::ToUci(move.move, chess::CastlingStyle::kKingMoves)] = move;
  }
  return by_name;
}

TEST(RankTest, TellsMovesThatKeepTheWinFromThoseThatLoseThePiece) {
  auto moves = Ranked("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
  EXPECT_EQ(moves["b1f5"].rank, 1'000);
  EXPECT_EQ(moves["b1f5"].result, Wdl::kWin);
  EXPECT_EQ(moves["b1b3"].rank, 0);
  EXPECT_EQ(moves["b1b3"].result, Wdl::kDraw);
  EXPECT_EQ(moves["b1b2"].rank, 1'000);  // the king protects it
}

TEST(RankTest, RanksByDistanceWhereTheClockIsShortOrAPositionHasRepeated) {
  // Mate in one, by h7h1, and slower ways.
  for (const bool has_repeated : {false, true}) {
    auto moves = Ranked("8/7Q/8/8/8/1K6/8/k7 w - - 98 90", has_repeated);
    EXPECT_GT(moves["h7h1"].rank, moves["h7g8"].rank);
    EXPECT_EQ(moves["h7h1"].result, Wdl::kWin);
    EXPECT_EQ(moves["h7g8"].result, Wdl::kDraw);
  }
  auto repeated = Ranked("8/7Q/8/8/8/1K6/8/k7 w - - 10 90", true);
  EXPECT_GT(repeated["h7h1"].rank, repeated["h7g8"].rank);
  auto fresh = Ranked("8/7Q/8/8/8/1K6/8/k7 w - - 10 90", false);
  EXPECT_EQ(fresh["h7h1"].rank, fresh["h7g8"].rank);
}

TEST(RankTest, TakesALateWinForOneIfTheFiftyMoveRuleIsIgnored) {
  auto moves = Ranked("8/7Q/8/8/8/1K6/8/k7 w - - 98 90", false, FiftyMoveRule::kIgnored);
  EXPECT_EQ(moves["h7g8"].result, Wdl::kWin);
}

TEST(RankTest, LosersMovesAreAlikeUnlessTheLimitIsNear) {
  auto early = Ranked("8/8/8/8/3k4/8/8/KQ6 b - - 0 1");
  for (const auto& [name, move] : early) EXPECT_EQ(move.rank, -1'000) << name;
  auto late = Ranked("8/8/8/8/3k4/8/8/KQ6 b - - 95 90");
  for (const auto& [name, move] : late) {
    EXPECT_GT(move.rank, -1'000) << name;
    EXPECT_EQ(move.result, Wdl::kDraw) << name;
  }
}

}  // namespace
}  // namespace coherent::syzygy
