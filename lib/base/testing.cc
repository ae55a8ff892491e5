#include "lib/base/testing.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace coherent {
namespace {

std::string EnvironmentOr(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

}  // namespace

std::string TestdataPath(absl::string_view name) {
  // Outside of Bazel: from the root of the tree.
  const char* const runfiles = std::getenv("TEST_SRCDIR");
  const std::string root =
      runfiles == nullptr
          ? "."
          : absl::StrCat(runfiles, "/", EnvironmentOr("TEST_WORKSPACE", "coherent"));
  return absl::StrCat(root, "/testdata/", name);
}

std::string TemporaryPath(absl::string_view name) {
  return absl::StrCat(EnvironmentOr("TEST_TMPDIR", "/tmp"), "/", name);
}

}  // namespace coherent
