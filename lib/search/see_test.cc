#include "lib/search/see.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"

namespace coherent::search {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::Kind;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Square;

// A board on which pieces take on one square, whatever else is legal.
class Board {
 public:
  explicit Board(const Position& position) : setup_(position.ToSetup()) {
    setup_.castling = {};
    setup_.en_passant = std::nullopt;
  }

  Piece at(Square square) const { return setup_.board[square.index()]; }
  void Put(Piece piece, Square square) { setup_.board[square.index()] = piece; }
  void Clear(Square square) { Put(Piece::None(), square); }
  Bitboard Attackers(Color color, Square square) const {
    const Position position = Position::FromSetup(setup_);
    return position.AttackersTo(square, position.occupied()) & position.Pieces(color);
  }
  Board AfterTaking(Square from, Square to) const {
    Board after = *this;
    after.Put(at(from), to);
    after.Clear(from);
    return after;
  }

 private:
  chess::Setup setup_;
};

// The least valuable of `attackers`; the lowest square among equals.
Square LeastValuable(const Board& board, Bitboard attackers) {
  return *std::min_element(attackers.begin(), attackers.end(), [&](Square a, Square b) {
    return board.at(a).kind() < board.at(b).kind();
  });
}

// What `side` wins by taking on `square`, or 0 if it is better to leave it.
int BestExchange(const Board& board, Color side, Square square) {
  const Bitboard attackers = board.Attackers(side, square);
  if (attackers.IsEmpty()) return 0;
  const Square from = LeastValuable(board, attackers);
  const Board after = board.AfterTaking(from, square);
  if (board.at(from).kind() == Kind::kKing && after.Attackers(!side, square).Any()) return 0;
  return std::max(0, PieceValue(board.at(square).kind()) - BestExchange(after, !side, square));
}

// The slow twin: the value of the exchange that a move begins.
int SeeByRecursion(const Position& position, Move move) {
  if (move.IsCastling()) return 0;
  const Color us = position.side_to_move();
  const Square to = move.to();
  Board board(position);
  int gain = board.at(to).IsNone() ? 0 : PieceValue(board.at(to).kind());
  board = board.AfterTaking(move.from(), to);
  if (move.IsEnPassant()) {
    board.Clear(Square(to.file(), move.from().rank()));
    gain = PieceValue(Kind::kPawn);
  }
  if (move.IsPromotion()) {
    board.Put(Piece(us, move.promotion()), to);
    gain += PieceValue(move.promotion()) - PieceValue(Kind::kPawn);
  }
  return gain - BestExchange(board, !us, to);
}

void ExpectValue(absl::string_view fen, absl::string_view uci, int value) {
  const Position position = chess::PositionOf(fen);
  const Move move = chess::MoveOf(position, uci);
  EXPECT_TRUE(SeeAtLeast(position, move, value)) << fen << " " << uci;
  EXPECT_FALSE(SeeAtLeast(position, move, value + 1)) << fen << " " << uci;
}

TEST(SeeTest, CountsTheExchange) {
  // A free pawn; a pawn that is guarded; a guarded pawn taken with a battery behind.
  ExpectValue("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 110);
  ExpectValue("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 110 - 500);
  ExpectValue("4k3/8/3r4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 110);
  // A quiet move to a guarded square; castling.
  ExpectValue("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -320);
  ExpectValue("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0);
}

TEST(SeeTest, EnPassantTakesThePawnBesideTheSquare) {
  ExpectValue("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", 110);
  ExpectValue("3rk3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "c5d6", 0);
}

TEST(SeeTest, APromotionGainsThePieceAndMayLoseIt) {
  ExpectValue("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 900 - 110);
  ExpectValue("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -110);
  ExpectValue("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", 500 + 320 - 110);
}

TEST(SeeTest, AKingTakesOnlyWhatIsNotGuarded) {
  ExpectValue("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 110 - 500);
  ExpectValue("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 110);
}

TEST(SeeTest, AgreesWithRecursionOnEveryMoveOfManyPositions) {
  Random random(8);
  for (const chess::EpdRecord& record : chess::ReadPerftSuites()) {
    chess::PlayRandomly(record.position, 8, random, [](const Position&, Move, const Position& now) {
      for (const Move move : chess::LegalMoves(now)) {
        const int value = SeeByRecursion(now, move);
        const std::string where =
            ToFen(now) + " " + ToUci(move, chess::CastlingStyle::kKingTakesRook);
        ASSERT_TRUE(SeeAtLeast(now, move, value)) << where << ": " << value;
        ASSERT_FALSE(SeeAtLeast(now, move, value + 1)) << where << ": " << value;
      }
    });
  }
}

}  // namespace
}  // namespace coherent::search
