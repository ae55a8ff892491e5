#include "lib/train/rows.h"

#include <algorithm>
#include <array>
#include <bit>

#include "lib/base/check.h"
#include "lib/chess/attacks.h"
#include "lib/net/board.h"
#include "lib/net/features.h"
#include "lib/net/threats.h"

namespace coherent::train {

using chess::Bitboard;
using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

RowMap::RowMap(const Shape& shape)
    : bucket_table_(shape.architecture.bucket_table),
      buckets_(shape.architecture.buckets),
      piece_rows_(shape.architecture.piece_rows()) {
  PlacePieces(shape.shared_piece_rows);
  if (shape.architecture.has_threats()) PlaceThreats();
}

void RowMap::PlacePieces(bool shared) {
  place_.resize(piece_rows_);
  if (!shared) {
    for (int row = 0; row < piece_rows_; ++row) place_[row] = static_cast<u32>(row);
    for (int first = 0; first < piece_rows_; first += kMaxGroup) {
      groups_.push_back({first, kMaxGroup, kNoBase, false});
    }
    return;
  }
  shared_rows_ = net::kPieceRowsOfBucket;
  for (int row = 0; row < piece_rows_; ++row) {
    const int bucket = row / shared_rows_, base = row % shared_rows_;
    place_[row] = static_cast<u32>(base * buckets_ + bucket);
  }
  for (int base = 0; base < shared_rows_; ++base) {
    groups_.push_back({base * buckets_, buckets_, base, false});
  }
}

void RowMap::PlaceThreats() {
  coarse_rows_ = kCoarseThreatRows;
  const std::vector<net::ThreatPair>& pairs = net::AllThreatPairs();
  std::vector<int> order(pairs.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return CoarseThreatRow(pairs[a]) < CoarseThreatRow(pairs[b]);
  });
  place_.resize(piece_rows_ + pairs.size());
  int place = piece_rows_, last_base = kNoBase;
  for (const int row : order) {
    const int base = shared_rows_ + CoarseThreatRow(pairs[row]);
    if (base != last_base) groups_.push_back({place, 0, base, true});
    last_base = base;
    ++groups_.back().count;
    CHECK(groups_.back().count <= kMaxGroup);
    place_[piece_rows_ + row] = static_cast<u32>(place++);
  }
}

RowMap::Counts RowMap::Find(const TrainingPosition& position, u32* own, u32* other) const {
  const Bitboard occupied = position.occupied();
  std::array<Piece, Square::kCount> board;
  std::array<Square, 2> kings;
  int index = 0;
  for (const Square square : occupied) {
    const Piece piece = board[square.index()] = position.PieceAt(index++);
    if (piece.kind() == Kind::kKing) kings[Index(piece.color())] = square;
  }
  Counts counts = {};
  const auto find = [&](Color color, u32* rows) {
    const net::View view(color, kings[Index(color)]);
    const int bucket = net::KingBucket(bucket_table_, view.Of(kings[Index(color)]));
    u32* to = rows;
    for (const Square square : occupied) {
      *to++ = place_[net::PieceRow(bucket, view.Of(board[square.index()]), view.Of(square))];
    }
    if (!has_threats()) return static_cast<int>(to - rows);
    for (const Square from : occupied) {
      const Piece attacker = board[from.index()];
      const Bitboard attacks = attacker.kind() == Kind::kPawn
                                   ? chess::PawnAttacks(attacker.color(), from)
                                   : chess::PieceAttacks(attacker.kind(), from, occupied);
      for (const Square target : attacks& occupied) {
        const net::ThreatPair pair = {attacker, from, target, board[target.index()]};
        *to++ = place_[piece_rows_ + net::ThreatRow(net::Of(view, pair))];
      }
    }
    return static_cast<int>(to - rows);
  };
  counts.own = find(Color::kWhite, own);
  counts.other = find(Color::kBlack, other);
  return counts;
}

}  // namespace coherent::train
