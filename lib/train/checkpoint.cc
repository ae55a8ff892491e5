#include "lib/train/checkpoint.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"

namespace coherent::train {
namespace {

using Metadata = std::map<std::string, std::string>;

constexpr absl::string_view kTableKey = "coherent.bucket_table";
constexpr absl::string_view kScaleKey = "coherent.output_scale";
constexpr absl::string_view kArchitectureKey = "coherent.arch";
constexpr absl::string_view kProgressKey = "coherent.progress";

constexpr absl::string_view kSharedName = "ft.piece.shared.weight";
constexpr absl::string_view kFirstMoment = ".first_moment";
constexpr absl::string_view kSecondMoment = ".second_moment";

absl::Status Bad(absl::string_view name, absl::string_view field, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", field, ": ", what));
}

absl::StatusOr<std::string> Find(absl::string_view name, const Metadata& metadata,
                                 absl::string_view key) {
  const auto found = metadata.find(std::string(key));
  if (found == metadata.end()) return Bad(name, key, "missing from the metadata");
  return found->second;
}

// The member of `json` as a number that fits an int.
absl::StatusOr<int> Number(absl::string_view name, const Json& json, const char* key) {
  constexpr u64 kMax = 1'000'000;  // far above any shape
  if (!json.contains(key) || !json[key].is_number_unsigned() || json[key].get<u64>() > kMax) {
    return Bad(name, key, "expected a whole number");
  }
  return json[key].get<int>();
}

// How many rows "threats" means: a number of rows, or whether there are any.
absl::StatusOr<int> ThreatRowsOf(absl::string_view name, const Json& json) {
  if (json.contains("threats") && json["threats"].is_boolean()) {
    return json["threats"].get<bool>() ? net::kThreatRows : 0;
  }
  return Number(name, json, "threats");
}

absl::StatusOr<net::Architecture> ParseArchitecture(absl::string_view name,
                                                    const Metadata& metadata) {
  net::Architecture architecture;
  ASSIGN_OR_RETURN(const std::string shape, Find(name, metadata, kArchitectureKey));
  const std::string shape_name = absl::StrCat(name, ": ", kArchitectureKey);
  ASSIGN_OR_RETURN(const Json json, ParseJson(shape_name, shape));
  if (!json.is_object()) return Bad(name, kArchitectureKey, "expected an object");
  ASSIGN_OR_RETURN(architecture.width, Number(shape_name, json, "width"));
  ASSIGN_OR_RETURN(architecture.buckets, Number(shape_name, json, "buckets"));
  ASSIGN_OR_RETURN(architecture.hidden2, Number(shape_name, json, "k2"));
  ASSIGN_OR_RETURN(architecture.hidden3, Number(shape_name, json, "k3"));
  ASSIGN_OR_RETURN(architecture.threat_rows, ThreatRowsOf(shape_name, json));
  ASSIGN_OR_RETURN(const std::string scale, Find(name, metadata, kScaleKey));
  if (!absl::SimpleAtoi(scale, &architecture.output_scale)) {
    return Bad(name, kScaleKey, absl::StrCat("found \"", scale, "\", expected a whole number"));
  }
  ASSIGN_OR_RETURN(const std::string table, Find(name, metadata, kTableKey));
  ASSIGN_OR_RETURN(const Json entries, ParseJson(absl::StrCat(name, ": ", kTableKey), table));
  const auto is_byte = [](const Json& entry) {
    return entry.is_number_unsigned() && entry.get<u64>() <= 255;
  };
  if (!entries.is_array() || entries.size() != architecture.bucket_table.size() ||
      !std::all_of(entries.begin(), entries.end(), is_byte)) {
    return Bad(name, kTableKey, "expected a list of 32 bucket numbers");
  }
  for (size_t i = 0; i < entries.size(); ++i) architecture.bucket_table[i] = entries[i].get<u8>();
  RETURN_IF_ERROR(net::CheckArchitecture(name, architecture));
  return architecture;
}

Metadata MetadataOf(const net::Architecture& architecture) {
  const Json shape = {{"width", architecture.width},
                      {"buckets", architecture.buckets},
                      {"k2", architecture.hidden2},
                      {"k3", architecture.hidden3},
                      {"threats", architecture.threat_rows}};
  return {{std::string(kTableKey), Json(architecture.bucket_table).dump()},
          {std::string(kScaleKey), absl::StrCat(architecture.output_scale)},
          {std::string(kArchitectureKey), shape.dump()}};
}

// Tensors by name, taken out one by one.
class TensorSet {
 public:
  TensorSet(absl::string_view name, std::vector<Tensor> tensors) : name_(name) {
    for (Tensor& tensor : tensors) tensors_.emplace(tensor.name, std::move(tensor));
  }

  bool Contains(absl::string_view tensor) const { return tensors_.contains(std::string(tensor)); }

  // Takes the tensors of `specs`, their names followed by `suffix`.
  absl::StatusOr<Weights> Take(const std::vector<TensorSpec>& specs, absl::string_view suffix) {
    Weights weights;
    for (const TensorSpec& spec : specs) {
      const std::string tensor = absl::StrCat(spec.name, suffix);
      const auto found = tensors_.find(tensor);
      if (found == tensors_.end()) return Bad(name_, tensor, "missing");
      if (found->second.shape != spec.shape) {
        return Bad(name_, tensor,
                   absl::StrCat("shape: found ", ShapeText(found->second.shape), ", expected ",
                                ShapeText(spec.shape)));
      }
      weights.*spec.values = std::move(found->second.values);
      tensors_.erase(found);
    }
    return weights;
  }

  // Nothing may be left.
  absl::Status Finish() const {
    if (tensors_.empty()) return absl::OkStatus();
    return Bad(name_, tensors_.begin()->first, "a tensor that a net of this shape does not have");
  }

 private:
  absl::string_view name_;
  std::map<std::string, Tensor> tensors_;
};

absl::StatusOr<Checkpoint> TakeNet(absl::string_view name, const Metadata& metadata,
                                   TensorSet& tensors) {
  Checkpoint checkpoint;
  ASSIGN_OR_RETURN(checkpoint.shape.architecture, ParseArchitecture(name, metadata));
  checkpoint.shape.shared_piece_rows = tensors.Contains(kSharedName);
  ASSIGN_OR_RETURN(checkpoint.weights, tensors.Take(TensorSpecs(checkpoint.shape), ""));
  return checkpoint;
}

void Put(const Weights& weights, const std::vector<TensorSpec>& specs, absl::string_view suffix,
         TensorFile& file) {
  for (const TensorSpec& spec : specs) {
    file.tensors.push_back({absl::StrCat(spec.name, suffix), spec.shape, weights.*spec.values});
  }
}

}  // namespace

std::vector<TensorSpec> TensorSpecs(const Shape& shape) {
  const net::Architecture& a = shape.architecture;
  std::vector<TensorSpec> specs = {{"ft.piece.weight", &Weights::piece, {a.piece_rows(), a.width}}};
  if (shape.shared_piece_rows) {
    specs.push_back({kSharedName, &Weights::shared_piece, {net::kPieceRowsOfBucket, a.width}});
  }
  if (a.has_threats()) {
    specs.push_back({"ft.threat.fine.weight", &Weights::fine_threat, {a.threat_rows, a.width}});
    specs.push_back(
        {"ft.threat.coarse.weight", &Weights::coarse_threat, {kCoarseThreatRows, a.width}});
  }
  specs.insert(specs.end(),
               {{"ft.bias", &Weights::input_bias, {a.width}},
                {"l2.weight", &Weights::hidden2_weights, {a.hidden2, i64{2} * a.width}},
                {"l2.bias", &Weights::hidden2_bias, {a.hidden2}},
                {"l3.weight", &Weights::hidden3_weights, {a.hidden3, a.hidden2}},
                {"l3.bias", &Weights::hidden3_bias, {a.hidden3}},
                {"out.weight", &Weights::output_weights, {1, a.hidden3}},
                {"out.bias", &Weights::output_bias, {1}}});
  return specs;
}

Weights ZeroWeights(const Shape& shape) {
  Weights weights;
  for (const TensorSpec& spec : TensorSpecs(shape)) {
    (weights.*spec.values).assign(CountValues(spec.shape), 0.0f);
  }
  return weights;
}

absl::StatusOr<Checkpoint> ParseCheckpoint(absl::string_view name, absl::string_view bytes) {
  ASSIGN_OR_RETURN(TensorFile file, ParseTensors(name, bytes));
  TensorSet tensors(name, std::move(file.tensors));
  ASSIGN_OR_RETURN(Checkpoint checkpoint, TakeNet(name, file.metadata, tensors));
  RETURN_IF_ERROR(tensors.Finish());
  return checkpoint;
}

absl::StatusOr<Checkpoint> ReadCheckpoint(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  return ParseCheckpoint(path, bytes);
}

std::string SerializeCheckpoint(const Checkpoint& checkpoint) {
  TensorFile file = {.metadata = MetadataOf(checkpoint.shape.architecture)};
  Put(checkpoint.weights, TensorSpecs(checkpoint.shape), "", file);
  return SerializeTensors(file);
}

absl::Status WriteCheckpoint(absl::string_view path, const Checkpoint& checkpoint) {
  return WriteFileAtomically(path, SerializeCheckpoint(checkpoint));
}

absl::StatusOr<TrainingState> ReadState(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  ASSIGN_OR_RETURN(TensorFile file, ParseTensors(path, bytes));
  TensorSet tensors(path, std::move(file.tensors));
  TrainingState state;
  ASSIGN_OR_RETURN(state.net, TakeNet(path, file.metadata, tensors));
  const std::vector<TensorSpec> specs = TensorSpecs(state.net.shape);
  ASSIGN_OR_RETURN(state.first_moments, tensors.Take(specs, kFirstMoment));
  ASSIGN_OR_RETURN(state.second_moments, tensors.Take(specs, kSecondMoment));
  RETURN_IF_ERROR(tensors.Finish());
  ASSIGN_OR_RETURN(state.progress, Find(path, file.metadata, kProgressKey));
  return state;
}

absl::Status WriteState(absl::string_view path, const TrainingState& state) {
  TensorFile file = {.metadata = MetadataOf(state.net.shape.architecture)};
  file.metadata[std::string(kProgressKey)] = state.progress;
  const std::vector<TensorSpec> specs = TensorSpecs(state.net.shape);
  Put(state.net.weights, specs, "", file);
  Put(state.first_moments, specs, kFirstMoment, file);
  Put(state.second_moments, specs, kSecondMoment, file);
  return WriteFileAtomically(path, SerializeTensors(file));
}

}  // namespace coherent::train
