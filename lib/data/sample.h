// Training positions: what a trainer may know of one, seen from the side to move.
#ifndef COHERENT_LIB_DATA_SAMPLE_H_
#define COHERENT_LIB_DATA_SAMPLE_H_

#include "lib/chess/position.h"
#include "lib/data/record.h"

namespace coherent::data {

struct Sample {
  chess::Position position;
  int score_cp = 0;     // side to move's view; kMateFloor and more is a mate
  int half_points = 0;  // the game's result for the side to move: 0, 1 or 2
  int ply = 0;          // moves made since the start of the game, 255 at most

  friend bool operator==(const Sample&, const Sample&) = default;
};

// `played` was made in `position`, `ply` moves after the start of a game that ended with `outcome`.
// Its score must be there.
Sample MakeSample(const chess::Position& position, const ScoredMove& played, Outcome outcome,
                  int ply);

// A sample in 32 bytes, to keep many of them in memory.
class PackedSample {
 public:
  PackedSample() = default;
  explicit PackedSample(const Sample& sample);
  // Takes about as long as ten moves: worth doing on the thread that needs it.
  Sample Unpack() const;

  friend bool operator==(const PackedSample&, const PackedSample&) = default;

 private:
  // In the four bytes that are ours: score (2), half points (1), ply (1).
  PackedPosition bytes_ = {};
};
static_assert(sizeof(PackedSample) == 32);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_SAMPLE_H_
