#include "tools/gate/difference.h"

#include "absl/strings/str_cat.h"

namespace coherent::gate {

absl::string_view NameOf(Kind kind) {
  static constexpr std::array<absl::string_view, kKindCount> kNames = {
      "greeting", "version", "move",  "ponder",   "score",    "line",
      "field",    "count",   "bench", "protocol", "technical"};
  return kNames[Index(kind)];
}

std::string MarkedText::Marked() const {
  if (begin == end) return text;
  return absl::StrCat(text.substr(0, begin), ">", Part(), "<", text.substr(end));
}

}  // namespace coherent::gate
