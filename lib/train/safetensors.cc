#include "lib/train/safetensors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/bytes.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"

namespace coherent::train {
namespace {

constexpr char kMetadataKey[] = "__metadata__";
constexpr u64 kMaxHeaderBytes = 100'000'000;  // the format's own limit

absl::Status Bad(absl::string_view name, absl::string_view tensor, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", tensor, ": ", what));
}

// A tensor as the header announces it: everything but its values.
struct Entry {
  Tensor tensor;
  u64 begin = 0;
  u64 end = 0;
};

std::optional<std::vector<i64>> NonNegativeNumbers(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<i64> numbers;
  for (const Json& item : json) {
    constexpr u64 kMax = std::numeric_limits<i64>::max();
    if (!item.is_number_unsigned() || item.get<u64>() > kMax) return std::nullopt;
    numbers.push_back(item.get<i64>());
  }
  return numbers;
}

// Bytes of the tensor, or none if they leave 64 bits.
std::optional<u64> BytesOf(const std::vector<i64>& shape) {
  u64 bytes = sizeof(float);
  for (const i64 size : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<u64>(size), &bytes)) return std::nullopt;
  }
  return bytes;
}

absl::StatusOr<Entry> ParseEntry(absl::string_view name, const std::string& key, const Json& json) {
  if (!json.is_object() || json.size() != 3 || !json.contains("dtype") || !json.contains("shape") ||
      !json.contains("data_offsets")) {
    return Bad(name, key, "expected an object of dtype, shape and data_offsets");
  }
  if (json["dtype"] != "F32") {
    return Bad(name, key,
               absl::StrCat("dtype: found ", json["dtype"].dump(), ", expected \"F32\""));
  }
  const auto shape = NonNegativeNumbers(json["shape"]);
  if (!shape.has_value()) {
    return Bad(name, key, absl::StrCat("shape: found ", json["shape"].dump()));
  }
  const auto offsets = NonNegativeNumbers(json["data_offsets"]);
  if (!offsets.has_value() || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1]) {
    return Bad(name, key, absl::StrCat("data_offsets: found ", json["data_offsets"].dump()));
  }
  Entry entry = {.tensor = {.name = key, .shape = *shape},
                 .begin = static_cast<u64>((*offsets)[0]),
                 .end = static_cast<u64>((*offsets)[1])};
  if (BytesOf(*shape) != entry.end - entry.begin) {
    return Bad(name, key,
               absl::StrCat("found ", entry.end - entry.begin, " bytes, expected those of shape ",
                            ShapeText(*shape)));
  }
  return entry;
}

absl::StatusOr<std::map<std::string, std::string>> ParseMetadata(absl::string_view name,
                                                                 const Json& json) {
  std::map<std::string, std::string> metadata;
  if (!json.is_object()) return Bad(name, kMetadataKey, "expected an object");
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string())
      return Bad(name, kMetadataKey, absl::StrCat(key, ": expected a string"));
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

// The tensors lie one behind the other and fill the data.
absl::Status CheckLayout(absl::string_view name, const std::vector<Entry>& entries,
                         u64 data_bytes) {
  std::vector<const Entry*> by_place;
  by_place.reserve(entries.size());
  for (const Entry& entry : entries) by_place.push_back(&entry);
  std::stable_sort(by_place.begin(), by_place.end(), [](const Entry* a, const Entry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  u64 expected = 0;
  for (const Entry* entry : by_place) {
    if (entry->begin != expected) {
      return Bad(
          name, entry->tensor.name,
          absl::StrCat("begins at byte ", entry->begin, " of the data, expected ", expected));
    }
    if (entry->end > data_bytes) {
      return Bad(name, entry->tensor.name,
                 absl::StrCat("ends at byte ", entry->end, " of the data, which has ", data_bytes));
    }
    expected = entry->end;
  }
  if (expected == data_bytes) return absl::OkStatus();
  return Bad(name, "data", absl::StrCat("found ", data_bytes, " bytes, expected ", expected));
}

absl::Status ReadValues(absl::string_view name, absl::string_view data, Entry& entry) {
  Tensor& tensor = entry.tensor;
  tensor.values.resize((entry.end - entry.begin) / sizeof(float));
  if (tensor.values.empty()) return absl::OkStatus();
  std::memcpy(tensor.values.data(), data.data() + entry.begin, entry.end - entry.begin);
  for (size_t i = 0; i < tensor.values.size(); ++i) {
    if (std::isfinite(tensor.values[i])) continue;
    return Bad(name, tensor.name,
               absl::StrCat("value ", i, " of ", ShapeText(tensor.shape), " is not finite"));
  }
  return absl::OkStatus();
}

}  // namespace

i64 CountValues(const std::vector<i64>& shape) {
  i64 count = 1;
  for (const i64 size : shape) count *= size;
  return count;
}

std::string ShapeText(const std::vector<i64>& shape) {
  return absl::StrCat("[", absl::StrJoin(shape, ", "), "]");
}

absl::StatusOr<TensorFile> ParseTensors(absl::string_view name, absl::string_view bytes) {
  ByteReader reader(name, bytes);
  ASSIGN_OR_RETURN(const u64 header_bytes, reader.ReadNumber<u64>("header length"));
  if (header_bytes > kMaxHeaderBytes) {
    return Bad(name, "header length",
               absl::StrCat("found ", header_bytes, ", expected at most ", kMaxHeaderBytes));
  }
  ASSIGN_OR_RETURN(const absl::string_view text, reader.Read(header_bytes, "header"));
  ASSIGN_OR_RETURN(const Json header, ParseJson(absl::StrCat(name, ": header"), text));
  if (!header.is_object()) return Bad(name, "header", "expected an object");
  TensorFile file;
  std::vector<Entry> entries;
  for (const auto& [key, value] : header.items()) {
    if (key == kMetadataKey) {
      ASSIGN_OR_RETURN(file.metadata, ParseMetadata(name, value));
    } else {
      ASSIGN_OR_RETURN(Entry entry, ParseEntry(name, key, value));
      entries.push_back(std::move(entry));
    }
  }
  const absl::string_view data = bytes.substr(reader.offset());
  RETURN_IF_ERROR(CheckLayout(name, entries, data.size()));
  for (Entry& entry : entries) {
    RETURN_IF_ERROR(ReadValues(name, data, entry));
    file.tensors.push_back(std::move(entry.tensor));
  }
  return file;
}

std::string SerializeTensors(const TensorFile& file) {
  Json header = Json::object();
  if (!file.metadata.empty()) header[kMetadataKey] = file.metadata;
  u64 end = 0;
  for (const Tensor& tensor : file.tensors) {
    const u64 begin = end;
    end += tensor.values.size() * sizeof(float);
    header[tensor.name] = {
        {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the data are aligned
  std::string bytes;
  bytes.reserve(sizeof(u64) + text.size() + end);
  PutLittleEndian<u64>(bytes, text.size());
  bytes += text;
  for (const Tensor& tensor : file.tensors) {
    bytes.append(reinterpret_cast<const char*>(tensor.values.data()),
                 tensor.values.size() * sizeof(float));
  }
  return bytes;
}

}  // namespace coherent::train
