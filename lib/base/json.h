// JSON in the order written, read strictly.
#ifndef COHERENT_LIB_BASE_JSON_H_
#define COHERENT_LIB_BASE_JSON_H_

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent {

using Json = nlohmann::ordered_json;

// Exactly one JSON value. Comments, duplicate keys, bad UTF-8 and anything after the value are
// refused; the error begins "name:line:column: " (from 1, columns in bytes).
absl::StatusOr<Json> ParseJson(absl::string_view name, absl::string_view text);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_JSON_H_
