#include "lib/export/embed.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace coherent::exporting {

std::string EmbedHeader(absl::string_view file, absl::string_view sha256) {
  return absl::StrCat(
      R"(// Written by coherent-export: the net that is compiled in (docs/export.md, "--embed").
#ifndef COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
#define COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_

#define COHERENT_EMBEDDED_NET_FILE ")",
      absl::CEscape(file), R"("
#define COHERENT_EMBEDDED_NET_SHA256 \
  ")",
      sha256, R"("

#endif  // COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
)");
}

}  // namespace coherent::exporting
