#include "lib/base/quoted.h"

#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace coherent {

std::string Quoted(absl::string_view text) {
  constexpr size_t kLongest = 80;
  return absl::StrCat("\"", absl::CEscape(text.substr(0, kLongest)),
                      text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace coherent
