// The rows of the first layer as training keeps them: rows that share a base row lie together, so
// that one pass over a group moves base and rows alike. A piece row's base is its shared row, a
// fine threat row's its coarse row.
#ifndef COHERENT_LIB_TRAIN_ROWS_H_
#define COHERENT_LIB_TRAIN_ROWS_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/net/architecture.h"
#include "lib/train/checkpoint.h"
#include "lib/train/position.h"

namespace coherent::train {

// 32 pieces, and for each at most 8 pieces it attacks.
inline constexpr int kMaxPieceRows = 32;
inline constexpr int kMaxViewRows = kMaxPieceRows + 8 * 32;

// Neighbouring rows with one base or with none.
struct RowGroup {
  int first;
  int count;       // at most kMaxGroup
  int base;        // index among the base rows, or kNoBase
  bool is_threat;  // threat rows and their base do not decay
};
inline constexpr int kNoBase = -1;
inline constexpr int kMaxGroup = 32;

class RowMap {
 public:
  explicit RowMap(const Shape& shape);

  int rows() const { return static_cast<int>(place_.size()); }
  // Shared piece rows, then coarse threat rows.
  int base_rows() const { return shared_rows_ + coarse_rows_; }
  int shared_rows() const { return shared_rows_; }
  int piece_rows() const { return piece_rows_; }
  int views_max_rows() const { return has_threats() ? kMaxViewRows : kMaxPieceRows; }
  bool has_threats() const { return coarse_rows_ > 0; }
  // All rows once, in ascending order.
  const std::vector<RowGroup>& groups() const { return groups_; }

  // Where a row of the net lies: piece rows by their number, threat rows behind them.
  int Place(int row) const { return static_cast<int>(place_[row]); }

  // Writes the rows that the position's two views switch on to `own` and `other` (the side to
  // move's first), each with room for views_max_rows(); returns how many each has.
  struct Counts {
    int own;
    int other;
  };
  Counts Find(const TrainingPosition& position, u32* own, u32* other) const;

 private:
  void PlacePieces(bool shared);
  void PlaceThreats();

  net::BucketTable bucket_table_;
  int buckets_;
  int piece_rows_;
  int shared_rows_ = 0;
  int coarse_rows_ = 0;
  std::vector<u32> place_;
  std::vector<RowGroup> groups_;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_ROWS_H_
