#include "lib/export/line_bound.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "lib/export/line.h"
#include "lib/net/board.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

using net::Color;
using net::Kind;
using net::Piece;
using net::Square;

// Ranks, files and both kinds of diagonals. Each square lies on one line of each.
constexpr int kFamilies = 4;
// Gains are counted in these parts of a weight, so that halves and quarters are whole.
constexpr i64 kUnit = 64;

// Own men, other men, own king, other king: how many there are at most, of kings exactly.
constexpr auto kLimits = std::to_array<i64>({15, 15, 1, 1});
constexpr int kGroups = kLimits.size();
int GroupOf(Piece piece) {
  return (piece.kind() == Kind::kKing ? 2 : 0) + (piece.color() == Color::kWhite ? 0 : 1);
}

bool MayStandOn(Piece piece, Square square) {
  return piece.kind() != Kind::kPawn || (square.rank() != 0 && square.rank() != 7);
}

// What two men count for each other if they see each other.
i64 Both(const NeuronWeights& weights, Piece a, Square on_a, Piece b, Square on_b) {
  if (!MayStandOn(a, on_a) || !MayStandOn(b, on_b)) return 0;
  return weights.ThreatWeight({a, on_a, on_b, b}) + weights.ThreatWeight({b, on_b, on_a, a});
}

std::vector<Square> Walk(int file, int rank, int file_step, int rank_step) {
  std::vector<Square> squares;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
    squares.push_back(Square(file, rank));
  }
  return squares;
}

using Families = std::array<std::vector<Line>, kFamilies>;

Families AllLines(const NeuronWeights& weights, int sign) {
  const auto weight = [&weights, sign](Piece a, Square on_a, Piece b, Square on_b) {
    return sign * kUnit * Both(weights, a, on_a, b, on_b);
  };
  Families lines;
  for (int i = 0; i < 8; ++i) {
    lines[0].emplace_back(Walk(0, i, 1, 0), weight);
    lines[1].emplace_back(Walk(i, 0, 0, 1), weight);
    lines[2].emplace_back(Walk(i, 0, 1, 1), weight);
    lines[3].emplace_back(Walk(i, 0, -1, 1), weight);
    if (i == 0) continue;
    lines[2].emplace_back(Walk(0, i, 1, 1), weight);
    lines[3].emplace_back(Walk(7, i, -1, 1), weight);
  }
  return lines;
}

// Half of what a man counts at most together with the knights a knight's jump away, or with those
// there if he is one: knights stand on no line with whom they attack.
i64 KnightHalf(const NeuronWeights& weights, int sign, Piece piece, Square square) {
  i64 sum = 0;
  for (const Square to : net::EmptyBoardReach(Piece(Color::kWhite, Kind::kKnight), square)) {
    i64 best = 0;
    for (int i = 0; i < Piece::kCount; ++i) {
      const Piece other = Piece::FromIndex(i);
      if (piece.kind() != Kind::kKnight && other.kind() != Kind::kKnight) continue;
      best = std::max(best, sign * Both(weights, piece, square, other, to));
    }
    sum += best;
  }
  return sum * kUnit / 2;
}

// What each man on each square counts for himself, the own king standing in `bucket`.
Gains Worth(const NeuronWeights& weights, int sign, int bucket) {
  const net::Bitboard king_squares = weights.KingSquares(bucket);
  Gains worth;
  for (const Square square : net::Bitboard::All()) {
    for (int i = 0; i < Piece::kCount; ++i) {
      const Piece piece = Piece::FromIndex(i);
      const bool own_king = piece == Piece(Color::kWhite, Kind::kKing);
      const bool allowed = own_king ? king_squares.Contains(square) : MayStandOn(piece, square);
      worth[square.index()][i] = !allowed
                                     ? kForbidden
                                     : sign * kUnit * weights.PieceWeight(bucket, piece, square) +
                                           KnightHalf(weights, sign, piece, square);
    }
  }
  return worth;
}

// The largest sum of a position is at most what it is if each family of lines may place its men by
// itself, a quarter of a man's worth being his gain in each; and also if the quarters are other
// shares, and a man has a price that is given back for as many men as there may be. Shares and
// prices are moved until the families agree as far as they will.
class Relaxation {
 public:
  Relaxation(const Families& lines, const Gains& worth) : lines_(lines) {
    for (Gains& shares : shares_) {
      shares = worth;
      for (ByPiece& of_square : shares) {
        for (i64& share : of_square) share /= kFamilies;
      }
    }
  }

  // The bound as shares and prices are now.
  i64 Evaluate() {
    i64 bound = 0;
    for (int group = 0; group < kGroups; ++group) {
      bound += kFamilies * kLimits[group] * prices_[group];
    }
    for (int family = 0; family < kFamilies; ++family) {
      Gains gains = shares_[family];
      for (ByPiece& of_square : gains) {
        for (int i = 0; i < Piece::kCount; ++i) {
          of_square[i] -= prices_[GroupOf(Piece::FromIndex(i))];
        }
      }
      placed_[family].clear();
      for (const Line& line : lines_[family]) bound += line.Best(gains, placed_[family]);
    }
    return bound;
  }

  // Makes dearer what was placed last time and cheaper what was not.
  void Move(i64 step) {
    std::array<i64, kGroups> counts = {};
    for (int family = 0; family < kFamilies; ++family) {
      for (const auto& [piece, square] : placed_[family]) {
        ++counts[GroupOf(piece)];
        for (Gains& shares : shares_) shares[square.index()][piece.index()] += step;
        shares_[family][square.index()][piece.index()] -= kFamilies * step;
      }
    }
    for (int group = 0; group < kGroups; ++group) {
      prices_[group] += step * (counts[group] - kFamilies * kLimits[group]) / kPriceInertia;
      // Fewer men than the limit are allowed, and cost nothing; kings are there.
      if (kLimits[group] > 1) prices_[group] = std::max<i64>(prices_[group], 0);
    }
  }

 private:
  static constexpr i64 kPriceInertia = 8;

  const Families& lines_;
  std::array<Gains, kFamilies> shares_;
  std::array<i64, kGroups> prices_ = {};
  std::array<std::vector<Placed>, kFamilies> placed_;
};

// The largest of `sign` times the sum.
i64 LargestSum(const NeuronWeights& weights, int sign, int rounds) {
  const Families lines = AllLines(weights, sign);
  i64 largest = std::numeric_limits<i64>::min();
  for (int bucket = 0; bucket < weights.buckets(); ++bucket) {
    if (weights.KingSquares(bucket).IsEmpty()) continue;
    Relaxation relaxation(lines, Worth(weights, sign, bucket));
    i64 bound = relaxation.Evaluate();
    const i64 first_step = bound / 512;
    // A bucket that cannot raise the bound is done.
    for (int round = 0; round < rounds && bound > largest; ++round) {
      relaxation.Move(1 + first_step * (rounds - round) / rounds);
      bound = std::min(bound, relaxation.Evaluate());
    }
    largest = std::max(largest, bound);
  }
  // Sums are whole, so rounding down keeps the bound valid.
  return largest >= 0 ? largest / kUnit : -((-largest + kUnit - 1) / kUnit);
}

}  // namespace

Range LineBounds(const NeuronWeights& weights, int rounds) {
  return {.lower = -LargestSum(weights, -1, rounds), .upper = LargestSum(weights, 1, rounds)};
}

}  // namespace coherent::exporting
