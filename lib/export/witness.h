// Positions in which one neuron's sum of rows is far out: what the refusal of a net shows
// (docs/export.md).
#ifndef COHERENT_LIB_EXPORT_WITNESS_H_
#define COHERENT_LIB_EXPORT_WITNESS_H_

#include <string>
#include <vector>

#include "lib/base/int.h"
#include "lib/net/board.h"
#include "lib/net/features.h"
#include "lib/net/network.h"
#include "lib/net/threats.h"

namespace coherent::exporting {

// One neuron's weights side by side, so that many positions can be tried.
class NeuronWeights {
 public:
  NeuronWeights(const net::Network& network, int neuron);

  // The sum of the rows of White's view, without bias. White's king stands on files a to d.
  i64 Sum(const net::Board& board) const;
  // One row, of the own king's bucket.
  i64 PieceWeight(int bucket, net::Piece piece, net::Square square) const {
    return pieces_[net::PieceRow(bucket, piece, square)];
  }
  // One row; 0 if the attacker does not reach the target's square. No pawn may stand on the first
  // or last rank.
  i64 ThreatWeight(const net::ThreatPair& pair) const;

  int buckets() const { return buckets_; }
  // Where the own king is when it is in the bucket.
  net::Bitboard KingSquares(int bucket) const;

  // The largest magnitude of a weight.
  int largest() const { return largest_; }

 private:
  int buckets_;
  net::BucketTable bucket_table_;
  std::vector<i16> pieces_;   // by piece row
  std::vector<i16> threats_;  // by threat row
  int largest_ = 0;
};

struct Witness {
  std::string fen;
  i64 sum;  // in White's view
};

enum class Extreme { kLargest, kSmallest };

// The position with the most extreme sum that annealing finds: `steps` placements tried from each
// of two seeds. chess::ParseFen takes it. Equal arguments give equal positions on every machine.
Witness FindExtreme(const NeuronWeights& weights, Extreme extreme, int steps);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_WITNESS_H_
