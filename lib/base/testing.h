// What tests share: where their data lies, and matchers for absl::Status and StatusOr.
#ifndef COHERENT_LIB_BASE_TESTING_H_
#define COHERENT_LIB_BASE_TESTING_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"

namespace coherent {

// The path of testdata/`name`; the test's target must list the file as data.
std::string TestdataPath(absl::string_view name);

// A path for a file of the test's own.
std::string TemporaryPath(absl::string_view name);

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <class T>
const absl::Status& StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}

MATCHER(IsOk, "is OK") {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

// `message` is a string or a matcher of strings.
MATCHER_P2(StatusIs, code, message,
           "has code " + absl::StatusCodeToString(code) + " and a message that " +
               ::testing::DescribeMatcher<std::string>(message, negation)) {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).code() == code &&
         ::testing::Matches(message)(std::string(StatusOf(arg).message()));
}

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_TESTING_H_
