// Whatever parses is valid, and prints back, in both styles, to an equal position.
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "lib/base/check.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/validate.h"

using namespace coherent::chess;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto position = ParseFen(text);
  if (position.ok()) {
    CHECK(ValidatePosition(*position).ok());
    for (const FenStyle style : {FenStyle::kXFen, FenStyle::kShredder}) {
      const auto again = ParseFen(ToFen(*position, style));
      CHECK(again.ok() && *again == *position);
      CHECK(ToFen(*again, style) == ToFen(*position, style));
    }
  }
  if (const auto records = ParseEpdFile("corpus", text); records.ok()) {
    for (const EpdRecord& record : *records) CHECK(ValidatePosition(record.position).ok());
  }
  return 0;
}
