#include "lib/chess/position.h"

#include <array>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/testing.h"
#include "lib/chess/validate.h"

namespace coherent::chess {
namespace {

// Every position of random games from all suites, with the move that led to it.
template <class Visit>
void ForManyMoves(int plies, Visit visit) {
  Random random(7);
  for (const EpdRecord& record : ReadPerftSuites()) {
    PlayRandomly(record.position, plies, random, visit);
  }
}

TEST(PositionTest, MakingMovesGivesWhatStartingAfreshGives) {
  ForManyMoves(40, [](const Position& before, Move move, const Position& after) {
    const Position afresh = Position::FromSetup(after.ToSetup());
    ASSERT_EQ(afresh, after) << ToFen(before) << ToUci(move, CastlingStyle::kKingTakesRook);
    ASSERT_EQ(afresh.key(), after.key());
    ASSERT_EQ(afresh.pawn_key(), after.pawn_key());
    ASSERT_EQ(afresh.minor_key(), after.minor_key());
    ASSERT_EQ(afresh.major_key(), after.major_key());
    ASSERT_EQ(afresh.checkers(), after.checkers());
    ASSERT_EQ(afresh.pinned(), after.pinned());
    for (const Color color : kColors) ASSERT_EQ(afresh.piece_key(color), after.piece_key(color));
    ASSERT_EQ(PositionOf(ToFen(after)), after) << ToFen(after);
  });
}

TEST(PositionTest, GivesCheckAgreesWithMakingTheMove) {
  ForManyMoves(6, [](const Position& position, Move, const Position&) {
    for (const Move move : LegalMoves(position)) {
      ASSERT_EQ(position.GivesCheck(move), After(position, move).InCheck())
          << ToFen(position) << " " << ToUci(move, CastlingStyle::kKingTakesRook);
    }
  });
}

TEST(PositionTest, KeyAfterIsTheKeyButForRightsAndEnPassant) {
  ForManyMoves(12, [](const Position& before, Move move, const Position& after) {
    const bool is_special = move.type() != MoveType::kNormal || before.en_passant() ||
                            after.en_passant() || before.castling() != after.castling();
    if (is_special) return;
    ASSERT_EQ(before.KeyAfter(move), after.key()) << ToFen(before);
  });
}

TEST(PositionTest, AttacksAgreeWithEachOther) {
  ForManyMoves(4, [](const Position&, Move, const Position& position) {
    for (const Color color : kColors) {
      Bitboard attacked;
      for (int i = 0; i < Square::kCount; ++i) {
        const Square square = Square::FromIndex(i);
        const Bitboard attackers = position.AttackersTo(square, position.occupied());
        const bool is_attacked = (attackers & position.Pieces(color)).Any();
        ASSERT_EQ(position.IsAttacked(square, color, position.occupied()), is_attacked);
        if (is_attacked) attacked |= Bitboard(square);
      }
      ASSERT_EQ(position.AttacksBy(color), attacked) << ToFen(position);
    }
  });
}

TEST(PositionTest, ANullMoveOnlyPassesTheMove) {
  Position position = PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w K d6 0 1");
  position.MakeNull();
  EXPECT_EQ(ToFen(position), "4k3/8/8/2PpP3/8/8/8/4K2R b K - 1 1");
  EXPECT_THAT(ValidatePosition(position), IsOk());
  position.MakeNull();
  EXPECT_EQ(ToFen(position), "4k3/8/8/2PpP3/8/8/8/4K2R w K - 2 2");
}

TEST(PositionTest, TheKeyKnowsSideRightsAndEnPassantButNotTheCounters) {
  const u64 key = PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w K d6 0 1").key();
  EXPECT_EQ(PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w K d6 5 9").key(), key);
  EXPECT_NE(PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w K - 0 1").key(), key);
  EXPECT_NE(PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w - d6 0 1").key(), key);
  EXPECT_NE(PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R b K - 0 1").key(),
            PositionOf("4k3/8/8/2PpP3/8/8/8/4K2R w K - 0 1").key());
}

// Rebuilds the board from what it is told.
class BoardObserver {
 public:
  explicit BoardObserver(const Position& position) : board_(position.ToSetup().board) {}
  void OnAdd(Piece piece, Square square) {
    EXPECT_TRUE(board_[square.index()].IsNone());
    board_[square.index()] = piece;
  }
  void OnRemove(Piece piece, Square square) {
    EXPECT_EQ(board_[square.index()], piece);
    board_[square.index()] = Piece::None();
  }
  const std::array<Piece, Square::kCount>& board() const { return board_; }

 private:
  std::array<Piece, Square::kCount> board_;
};

TEST(PositionTest, AnObserverSeesEveryChange) {
  ForManyMoves(20, [](const Position& before, Move move, const Position& after) {
    BoardObserver observer(before);
    Position position = before;
    position.Make(move, observer);
    ASSERT_EQ(position, after);
    ASSERT_EQ(observer.board(), after.ToSetup().board);
  });
}

}  // namespace
}  // namespace coherent::chess
