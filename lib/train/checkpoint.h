// A float net on disk, and a training run that can go on from where it was (docs/training.md,
// "Checkpoints"). The tensors' names and shapes are those of docs/training.md.
#ifndef COHERENT_LIB_TRAIN_CHECKPOINT_H_
#define COHERENT_LIB_TRAIN_CHECKPOINT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/net/architecture.h"
#include "lib/net/threats.h"
#include "lib/train/safetensors.h"

namespace coherent::train {

// A coarse threat row stands for all pairs of the same attacker, target and target square.
inline constexpr int kCoarseThreatRows = 12 * 12 * 64;

inline int CoarseThreatRow(const net::ThreatPair& pair) {
  return (pair.attacker.index() * 12 + pair.target.index()) * 64 + pair.to.index();
}

// What a float net consists of. The net's row for a piece in a bucket is that row of `piece` plus,
// with shared piece rows, its row modulo 768 of `shared_piece`; its row for a pair is the pair's
// row of `fine_threat` plus its coarse row of `coarse_threat`.
struct Shape {
  net::Architecture architecture;
  bool shared_piece_rows = false;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// One number for every weight of a net: the weights themselves, or something about each of them.
// Arrays the shape does not have are empty.
struct Weights {
  std::vector<float> piece;            // [piece rows][width]
  std::vector<float> shared_piece;     // [768][width]
  std::vector<float> fine_threat;      // [threat rows][width]
  std::vector<float> coarse_threat;    // [coarse rows][width]
  std::vector<float> input_bias;       // [width]
  std::vector<float> hidden2_weights;  // [hidden 2][2 * width]
  std::vector<float> hidden2_bias;     // [hidden 2]
  std::vector<float> hidden3_weights;  // [hidden 3][hidden 2]
  std::vector<float> hidden3_bias;     // [hidden 3]
  std::vector<float> output_weights;   // [1][hidden 3]
  std::vector<float> output_bias;      // [1]

  friend bool operator==(const Weights&, const Weights&) = default;
};

// A tensor's name, its place in Weights and its shape.
struct TensorSpec {
  absl::string_view name;
  std::vector<float> Weights::*values;
  std::vector<i64> shape;
};

// The tensors of a net of this shape, in the order of a checkpoint.
std::vector<TensorSpec> TensorSpecs(const Shape& shape);

// All zero.
Weights ZeroWeights(const Shape& shape);

struct Checkpoint {
  Shape shape;
  Weights weights;

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// A missing, extra, mis-shaped or non-finite tensor is an error by its name.
absl::StatusOr<Checkpoint> ParseCheckpoint(absl::string_view name, absl::string_view bytes);
absl::StatusOr<Checkpoint> ReadCheckpoint(absl::string_view path);
std::string SerializeCheckpoint(const Checkpoint& checkpoint);
absl::Status WriteCheckpoint(absl::string_view path, const Checkpoint& checkpoint);

// All that a run needs to go on as if it had never stopped. `progress` belongs to the trainer.
struct TrainingState {
  Checkpoint net;
  Weights first_moments;
  Weights second_moments;
  std::string progress;

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

absl::StatusOr<TrainingState> ReadState(absl::string_view path);
absl::Status WriteState(absl::string_view path, const TrainingState& state);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_CHECKPOINT_H_
