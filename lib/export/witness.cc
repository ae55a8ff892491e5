#include "lib/export/witness.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>

#include "lib/base/random.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/chess/validate.h"

namespace coherent::exporting {
namespace {

using net::Board;
using net::Color;
using net::Kind;
using net::Piece;
using net::Square;

// The position of these pieces, whoever is to move, if that is chess and White's king is on files a
// to d.
std::optional<chess::Setup> SetupOf(const Board& board) {
  if (board.King(Color::kWhite).file() >= 4) return std::nullopt;
  chess::Setup setup;
  for (const Square square : net::Bitboard::All()) {
    setup.board[square.index()] = board.PieceAt(square);
  }
  for (const Color side : chess::kColors) {
    setup.side_to_move = side;
    if (chess::ValidateSetup(setup).ok()) return setup;
  }
  return std::nullopt;
}

// Climbs by random changes of one placement; what leads down is taken too, the less the longer it
// runs.
class Annealer {
 public:
  // `sign` -1 looks for the smallest sum.
  Annealer(const NeuronWeights& weights, int sign, u64 seed)
      : weights_(weights), sign_(sign), random_(seed) {
    board_.Add(Piece(Color::kWhite, Kind::kKing), Square(0, 0));
    board_.Add(Piece(Color::kBlack, Kind::kKing), Square(7, 7));
    best_ = board_;
    best_value_ = value_ = Value(board_);
  }

  const Board& best() const { return best_; }
  i64 best_value() const { return best_value_; }

  void Run(int steps) {
    for (int step = 0; step < steps; ++step) {
      // What may be lost at most: at first the largest weight, in the end nothing.
      const i64 left = steps - step;
      const i64 tolerance = weights_.largest() * left / steps * left / steps;
      const Board next = Changed();
      const i64 value = Value(next);
      if (value_ - value > static_cast<i64>(random_.Below(tolerance + 1))) continue;
      if (!SetupOf(next)) continue;
      board_ = next;
      value_ = value;
      if (value_ <= best_value_) continue;
      best_ = board_;
      best_value_ = value_;
    }
  }

 private:
  i64 Value(const Board& board) const { return sign_ * weights_.Sum(board); }

  Square AnySquare() { return Square::FromIndex(static_cast<int>(random_.Below(Square::kCount))); }

  // Two squares swapped, one filled anew, or one emptied; a king is only ever moved.
  Board Changed() {
    const u64 choice = random_.Below(20);
    const Square a = AnySquare(), b = AnySquare();
    const Piece on_a = board_.PieceAt(a), on_b = board_.PieceAt(b);
    Board board = board_;
    const bool swap = choice < 7;
    if (swap ? a == b : !on_a.IsNone() && on_a.kind() == Kind::kKing) return board;
    if (!on_a.IsNone()) board.Remove(on_a, a);
    if (swap) {
      if (!on_b.IsNone()) board.Remove(on_b, b);
      Put(on_a, b, board);
      Put(on_b, a, board);
    } else if (choice < 18) {
      const auto color = static_cast<Color>(random_.Below(2));
      Put(Piece(color, static_cast<Kind>(random_.Below(Index(Kind::kKing)))), a, board);
    }
    return IsUsable(board) ? board : board_;
  }

  static void Put(Piece piece, Square square, Board& board) {
    if (!piece.IsNone()) board.Add(piece, square);
  }

  // Whether the sum is defined.
  static bool IsUsable(const Board& board) {
    const net::Bitboard edge = net::Bitboard::Rank(0) | net::Bitboard::Rank(7);
    return board.King(Color::kWhite).file() < 4 && (board.Pieces(Kind::kPawn) & edge).IsEmpty();
  }

  const NeuronWeights& weights_;
  const int sign_;
  Random random_;
  Board board_;
  Board best_;
  i64 value_ = 0;
  i64 best_value_ = 0;
};

}  // namespace

NeuronWeights::NeuronWeights(const net::Network& network, int neuron)
    : buckets_(network.architecture.buckets), bucket_table_(network.architecture.bucket_table) {
  const net::Architecture& shape = network.architecture;
  for (int row = 0; row < shape.piece_rows(); ++row) {
    pieces_.push_back(network.PieceRow(row)[neuron]);
  }
  for (int row = 0; row < shape.threat_rows; ++row) {
    threats_.push_back(network.ThreatRow(row)[neuron]);
  }
  for (const std::vector<i16>* weights : {&pieces_, &threats_}) {
    for (const i16 weight : *weights) largest_ = std::max(largest_, std::abs(weight));
  }
}

i64 NeuronWeights::Sum(const Board& board) const {
  const int bucket = net::KingBucket(bucket_table_, board.King(Color::kWhite));
  i64 sum = 0;
  for (const Square square : board.occupied()) {
    sum += pieces_[net::PieceRow(bucket, board.PieceAt(square), square)];
  }
  if (threats_.empty()) return sum;
  net::ThreatList pairs;
  net::FindThreatPairs(board, pairs);
  for (const net::ThreatPair& pair : pairs) sum += threats_[net::ThreatRow(pair)];
  return sum;
}

i64 NeuronWeights::ThreatWeight(const net::ThreatPair& pair) const {
  if (threats_.empty() || !net::EmptyBoardReach(pair.attacker, pair.from).Contains(pair.to)) {
    return 0;
  }
  return threats_[net::ThreatRow(pair)];
}

net::Bitboard NeuronWeights::KingSquares(int bucket) const {
  net::Bitboard squares;
  for (const Square square : net::Bitboard::All()) {
    if (square.file() < 4 && net::KingBucket(bucket_table_, square) == bucket) {
      squares |= net::Bitboard(square);
    }
  }
  return squares;
}

Witness FindExtreme(const NeuronWeights& weights, Extreme extreme, int steps) {
  const int sign = extreme == Extreme::kLargest ? 1 : -1;
  std::optional<Annealer> best;
  for (const u64 seed : {1, 2}) {
    Annealer annealer(weights, sign, seed);
    annealer.Run(steps);
    if (!best || annealer.best_value() > best->best_value()) best.emplace(annealer);
  }
  const std::optional<chess::Setup> setup = SetupOf(best->best());
  return {.fen = chess::ToFen(chess::Position::FromSetup(*setup)),
          .sum = sign * best->best_value()};
}

}  // namespace coherent::exporting
