#include "lib/net/testing.h"

#include "lib/chess/testing.h"

namespace coherent::net {
namespace {

// A random empty square on which the piece may stand.
Square RandomSquare(const Board& board, Piece piece, Random& random) {
  while (true) {
    const Square square = Square::FromIndex(static_cast<int>(random.Below(Square::kCount)));
    const bool edge = square.rank() == 0 || square.rank() == 7;
    if (board.PieceAt(square).IsNone() && !(edge && piece.kind() == Kind::kPawn)) return square;
  }
}

}  // namespace

Board BoardOf(absl::string_view fen) { return Board(chess::PositionOf(fen)); }

Board RandomBoard(Random& random) {
  Board board;
  for (const Color color : chess::kColors) {
    const Piece king(color, Kind::kKing);
    board.Add(king, RandomSquare(board, king, random));
    for (u64 left = random.Below(16); left > 0; --left) {
      const Piece piece(color, static_cast<Kind>(random.Below(5)));
      board.Add(piece, RandomSquare(board, piece, random));
    }
  }
  return board;
}

Board Reversed(const Board& board) {
  Board reversed;
  for (const Square square : board.occupied()) {
    const Piece piece = board.PieceAt(square);
    reversed.Add(Piece(!piece.color(), piece.kind()), square.Flipped());
  }
  return reversed;
}

Architecture SmallArchitecture(int width, int threat_rows) {
  return {.width = width,
          .buckets = 8,
          .threat_rows = threat_rows,
          .hidden2 = 16,
          .hidden3 = 32,
          .output_scale = 153,
          .bucket_table = DefaultBuckets(8)};
}

}  // namespace coherent::net
