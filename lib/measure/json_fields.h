// Structs out of JSON, field by field. What is absent or of another type leaves a field as it is:
// the caller writes the struct as JSON again and compares, which finds that and all that is
// unknown.
#ifndef COHERENT_LIB_MEASURE_JSON_FIELDS_H_
#define COHERENT_LIB_MEASURE_JSON_FIELDS_H_

#include <optional>
#include <string>
#include <vector>

#include "lib/base/int.h"
#include "lib/base/json.h"

namespace coherent::measure {

inline void TakeValue(const Json& json, std::string* value) {
  if (json.is_string()) *value = json.get<std::string>();
}

inline void TakeValue(const Json& json, bool* value) {
  if (json.is_boolean()) *value = json.get<bool>();
}

inline void TakeValue(const Json& json, i64* value) {
  if (json.is_number_integer()) *value = json.get<i64>();
}

inline void TakeValue(const Json& json, int* value) {
  if (json.is_number_integer()) *value = json.get<int>();
}

inline void TakeValue(const Json& json, double* value) {
  if (json.is_number()) *value = json.get<double>();
}

template <class T>
void TakeValue(const Json& json, std::optional<T>* value) {
  if (!json.is_null()) TakeValue(json, &value->emplace());
}

template <class T>
void TakeValue(const Json& json, std::vector<T>* values) {
  values->clear();
  if (!json.is_array()) return;
  for (const Json& item : json) TakeValue(item, &values->emplace_back());
}

// The field `key` of an object. A struct has a TakeValue of its own, in its own namespace.
template <class T>
void Take(const Json& json, const char* key, T* value) {
  if (!json.is_object()) return;
  if (const auto found = json.find(key); found != json.end()) TakeValue(*found, value);
}

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_JSON_FIELDS_H_
