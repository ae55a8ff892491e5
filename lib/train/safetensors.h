// Files in the safetensors format, float32 only: named tensors and a string table, as PyTorch's
// users read and write them (docs/training.md, "Checkpoints").
#ifndef COHERENT_LIB_TRAIN_SAFETENSORS_H_
#define COHERENT_LIB_TRAIN_SAFETENSORS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::train {

struct Tensor {
  std::string name;
  std::vector<i64> shape;
  std::vector<float> values;  // row by row

  friend bool operator==(const Tensor&, const Tensor&) = default;
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::vector<Tensor> tensors;

  friend bool operator==(const TensorFile&, const TensorFile&) = default;
};

// The number of values a tensor of this shape has.
i64 CountValues(const std::vector<i64>& shape);

// "[768, 16]".
std::string ShapeText(const std::vector<i64>& shape);

// Refuses other number types, holes, overlaps, sizes that contradict shapes, and values that are
// not finite; `name` is for errors, which also name the tensor.
absl::StatusOr<TensorFile> ParseTensors(absl::string_view name, absl::string_view bytes);

// Tensors in the order given, without holes. Equal contents give equal bytes.
std::string SerializeTensors(const TensorFile& file);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_SAFETENSORS_H_
