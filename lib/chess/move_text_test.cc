#include "lib/chess/move_text.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

using ::testing::HasSubstr;

constexpr absl::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

std::string Uci(absl::string_view fen, absl::string_view text) {
  return ToUci(MoveOf(PositionOf(fen), text), CastlingStyle::kKingTakesRook);
}

std::string San(absl::string_view fen, absl::string_view uci) {
  const Position position = PositionOf(fen);
  return ToSan(position, MoveOf(position, uci));
}

// The move that a SAN text means, as UCI, or the error.
std::string FromSan(absl::string_view fen, absl::string_view san) {
  const absl::StatusOr<Move> move = ParseSan(PositionOf(fen), san);
  return move.ok() ? ToUci(*move, CastlingStyle::kKingMoves) : std::string(move.status().message());
}

TEST(UciMoveTest, CastlingHasTwoNames) {
  EXPECT_EQ(Uci(kCastling, "e1g1"), "e1h1");
  EXPECT_EQ(Uci(kCastling, "e1h1"), "e1h1");
  EXPECT_EQ(Uci(kCastling, "e1c1"), "e1a1");
  EXPECT_EQ(Uci(kCastling, "e1a1"), "e1a1");
  const Move move = MoveOf(PositionOf(kCastling), "e1a1");
  EXPECT_EQ(ToUci(move, CastlingStyle::kKingMoves), "e1c1");
}

TEST(UciMoveTest, AnOrdinaryKingMoveGoesBeforeCastlingOfTheSameName) {
  constexpr absl::string_view kFen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
  EXPECT_TRUE(MoveOf(PositionOf(kFen), "f1h1").IsCastling());
  EXPECT_FALSE(MoveOf(PositionOf(kFen), "f1g1").IsCastling());
}

TEST(UciMoveTest, NamesPromotionsInLowerCase) {
  const Position position = PositionOf("3r1n1k/4P3/8/8/8/8/4K3/8 w - - 0 1");
  for (const absl::string_view text : {"e7e8q", "e7d8n", "e7f8b", "e7e8r"}) {
    EXPECT_EQ(ToUci(MoveOf(position, text), CastlingStyle::kKingMoves), text);
  }
}

TEST(UciMoveTest, NoMoveIsFourZeros) {
  EXPECT_EQ(ToUci(Move::None(), CastlingStyle::kKingMoves), "0000");
}

TEST(UciMoveTest, RefusesWhatIsNoMoveAndSaysSo) {
  for (const absl::string_view text :
       {"", "e2", "e2e", "e2e4e", "e2e4qq", "e7e8k", "e7e8Q", "i2i4", "e9e4", "O-O", "0000"}) {
    EXPECT_THAT(ParseUciMove(Position(), text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected one like e2e4")))
        << text;
  }
}

TEST(UciMoveTest, RefusesAnIllegalMoveAndSaysWhere) {
  EXPECT_THAT(ParseUciMove(Position(), "e2e5"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "move \"e2e5\": not legal in " + std::string(kStartFen)));
  for (const absl::string_view text : {"e1g1", "e1h1", "e7e5", "e2e4q", "a1a1"}) {
    EXPECT_THAT(ParseUciMove(Position(), text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not legal in")))
        << text;
  }
  EXPECT_THAT(ParseUciMove(PositionOf("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1"), "e7e8"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not legal in")));
}

TEST(SanTest, WritesTheShortestText) {
  EXPECT_EQ(San(kStartFen, "e2e4"), "e4");
  EXPECT_EQ(San(kStartFen, "g1f3"), "Nf3");
  EXPECT_EQ(San(kCastling, "e1g1"), "O-O");
  EXPECT_EQ(San(kCastling, "e1c1"), "O-O-O");
  EXPECT_EQ(San(kCastling, "a1a8"), "Rxa8+");
  EXPECT_EQ(San("3r1n1k/4P3/8/8/8/8/4K3/8 w - - 0 1", "e7d8q"), "exd8=Q");
  EXPECT_EQ(San("3r1n1k/4P3/8/8/8/8/4K3/8 w - - 0 1", "e7e8n"), "e8=N");
  EXPECT_EQ(San("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6"), "cxd6");
  EXPECT_EQ(San("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "g1h1"), "Rh1#");
  EXPECT_EQ(San("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

TEST(SanTest, SaysFileThenRankThenBothWhereNeeded) {
  constexpr absl::string_view kRooks = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1";
  EXPECT_EQ(San(kRooks, "a5d5"), "Rad5");
  EXPECT_EQ(San(kRooks, "a5a3"), "R5a3");
  constexpr absl::string_view kQueens = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
  EXPECT_EQ(San(kQueens, "h4e1"), "Qh4e1");
  EXPECT_EQ(San(kQueens, "e4e1"), "Qee1");
  EXPECT_EQ(San(kQueens, "h1e1"), "Q1e1");
}

TEST(SanTest, APinnedPieceNeedsNoDistinction) {
  EXPECT_EQ(San("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
}

TEST(SanTest, ReadsLooseText) {
  EXPECT_EQ(FromSan(kStartFen, "e4!?"), "e2e4");
  EXPECT_EQ(FromSan(kStartFen, "e2e4"), "e2e4");
  EXPECT_EQ(FromSan(kStartFen, "e2-e4"), "e2e4");
  EXPECT_EQ(FromSan(kStartFen, "Ng1-f3+"), "g1f3");
  EXPECT_EQ(FromSan(kStartFen, "Pe4"), "e2e4");
  for (const absl::string_view text : {"O-O", "0-0", "o-o", "O-O+", "0-0#"}) {
    EXPECT_EQ(FromSan(kCastling, text), "e1g1");
  }
  EXPECT_EQ(FromSan(kCastling, "0-0-0"), "e1c1");
  EXPECT_EQ(FromSan(kCastling, "Ra8"), "a1a8");
  for (const absl::string_view text : {"e8=Q", "e8Q", "e8=q", "e8=Q+", "e7e8Q"}) {
    EXPECT_EQ(FromSan("3r1n1k/4P3/8/8/8/8/4K3/8 w - - 0 1", text), "e7e8q");
  }
  for (const absl::string_view text : {"cxd6", "cd6", "c5xd6", "cxd6e.p.", "cxd6 e.p."}) {
    EXPECT_EQ(FromSan("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", text), "c5d6") << text;
  }
  EXPECT_EQ(FromSan("4k3/8/8/1p6/B1P5/8/8/4K3 w - - 0 1", "bxc4"),
            "move \"bxc4\": not legal in 4k3/8/8/1p6/B1P5/8/8/4K3 w - - 0 1");
  EXPECT_EQ(FromSan("4k3/8/8/1p6/B1P5/8/8/4K3 w - - 0 1", "Bxb5"), "a4b5");
}

TEST(SanTest, RefusesAnAmbiguousMoveAndNamesTheChoice) {
  EXPECT_THAT(FromSan("4k3/8/8/R6R/8/8/8/4K3 w - - 0 1", "Rd5"),
              HasSubstr("ambiguous: Rad5 or Rhd5 in 4k3"));
  EXPECT_THAT(FromSan("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"), HasSubstr("ambiguous"));
  EXPECT_THAT(FromSan("7k/4P3/8/8/8/8/4K3/8 w - - 0 1", "e8"), HasSubstr("ambiguous"));
}

TEST(SanTest, RefusesAnIllegalMove) {
  EXPECT_THAT(FromSan(kStartFen, "e5"), HasSubstr("not legal in"));
  EXPECT_THAT(FromSan(kStartFen, "O-O"), HasSubstr("not legal in"));
  EXPECT_THAT(FromSan(kStartFen, "Nd2"), HasSubstr("not legal in"));
  EXPECT_THAT(FromSan(kStartFen, "e4=Q"), HasSubstr("not legal in"));
  // "King to the rook's square" is not how SAN castles.
  EXPECT_THAT(FromSan(kCastling, "Kh1"), HasSubstr("not legal in"));
}

TEST(SanTest, RefusesWhatIsNoMove) {
  for (const absl::string_view text :
       {"", "+", "e", "Nf9", "Xe4", "Nf3f4g5", "--", "0-0-0-0", "e8=K", "=Q", "Nxx3", "1-0"}) {
    EXPECT_THAT(FromSan(kStartFen, text), HasSubstr("expected one like e4")) << text;
  }
}

TEST(MoveTextTest, EveryLegalMoveComesBackFromBothTexts) {
  Random random(2);
  for (const EpdRecord& record : ReadPerftSuites()) {
    PlayRandomly(record.position, 4, random, [](const Position& position, Move, const Position&) {
      for (const Move move : LegalMoves(position)) {
        const absl::StatusOr<Move> by_san = ParseSan(position, ToSan(position, move));
        ASSERT_THAT(by_san, IsOk());
        ASSERT_EQ(*by_san, move) << ToSan(position, move) << " in " << ToFen(position);
        ASSERT_EQ(MoveOf(position, ToUci(move, CastlingStyle::kKingTakesRook)), move);
      }
    });
  }
}

}  // namespace
}  // namespace coherent::chess
