// The first layer's sums along a line of moves, by change. A move only records which pieces leave
// and arrive; sums are made when they are asked for, from the nearest position that has them.
#ifndef COHERENT_LIB_NET_ACCUMULATOR_H_
#define COHERENT_LIB_NET_ACCUMULATOR_H_

#include <array>
#include <vector>

#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/base/static_vector.h"
#include "lib/net/board.h"
#include "lib/net/kernels/kernels.h"
#include "lib/net/prepared.h"
#include "lib/net/threats.h"

namespace coherent::net {

// One a thread. The network must outlive it.
class Accumulator {
 public:
  // At most `max_moves` moves may be pushed.
  Accumulator(const PreparedNetwork& network, const Kernels& kernels, int max_moves);

  // Starts a line at `board`.
  void Reset(const Board& board);
  // Before a move; what follows until the next Push belongs to it. It may change nothing.
  void Push();
  // Takes the last move back.
  void Pop() { --top_; }
  void OnAdd(Piece piece, Square square);
  void OnRemove(Piece piece, Square square);

  // The pieces of the last position.
  const Board& board();
  // Makes the sums of both views of the last position.
  void Compute();
  // Sums minus zero points of the view of `color`, as last computed.
  const i16* Sums(Color color) const { return &sums_[FirstSumOf(computed_, color)]; }

 private:
  struct Change {
    Piece piece;
    Square square;
    bool added;
  };
  struct Frame {
    StaticVector<Change, 4> changes;  // of the move that led here
    std::array<Square, 2> kings;
    std::array<bool, 2> has_sums;
    bool has_board;
    Board board;
  };
  // A sum of piece rows made earlier, and for which board.
  struct CacheEntry {
    Board board;
    i16* sums;
  };
  struct Rows;

  size_t FirstSumOf(int frame, Color color) const {
    return size_t{1} * (2 * frame + Index(color)) * network_.architecture.width;
  }
  i16* SumsOf(int frame, Color color) { return &sums_[FirstSumOf(frame, color)]; }
  View ViewOf(int frame, Color color) const {
    return View(color, frames_[frame].kings[Index(color)]);
  }
  int BucketOf(int frame, Color color) const;
  const i16* PieceWeights(int bucket, Piece piece, Square square) const;

  // Of all frames up to this one. Needed for threats and after a change of bucket or mirror only.
  void MakeBoards(int frame);
  // The last frame up to `frame` from which steps lead there: made if it has no sums.
  int FirstWithSums(int frame, Color color);
  void Rebuild(int frame, Color color);
  void Step(int frame, Color color, const ThreatChanges& changes);
  // The sums of the pieces alone on a frame's board.
  const i16* PieceSums(int frame, Color color);
  void AppendThreats(const View& view, const ThreatList& pairs, Rows& rows) const;
  void Update(i16* out, const i16* in, const Rows& added, const Rows& removed) const;

  const PreparedNetwork& network_;
  const Kernels& kernels_;
  std::vector<Frame> frames_;
  HugeArray<i16> sums_;            // [frame][color][width]
  std::vector<CacheEntry> cache_;  // [color][mirrored][bucket]
  HugeArray<i16> cache_sums_;
  int top_ = 0;
  int computed_ = 0;
};

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_ACCUMULATOR_H_
