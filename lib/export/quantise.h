// A float net to the integers of a net file (docs/training.md, "Export").
#ifndef COHERENT_LIB_EXPORT_QUANTISE_H_
#define COHERENT_LIB_EXPORT_QUANTISE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/net/network.h"
#include "lib/train/checkpoint.h"

namespace coherent::exporting {

// What happens to a weight that its integer type cannot hold.
enum class OutOfRange { kRefuse, kClip };

// A weight that was set to the nearest its type holds.
struct Clip {
  absl::string_view tensor;
  int row;
  int column;
  double value;  // as an integer weight, before rounding

  std::string ToString() const;
};

struct Quantised {
  net::Network network;
  std::vector<Clip> clips;
};

// Multiplied by its factor and rounded once, in double, to the nearest integer, ties to even: the
// same on every machine. FailedPrecondition naming `name`, tensor, row, column and value for the
// first weight out of range, unless clips are asked for.
absl::StatusOr<Quantised> Quantise(absl::string_view name, const train::Checkpoint& checkpoint,
                                   OutOfRange out_of_range);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_QUANTISE_H_
