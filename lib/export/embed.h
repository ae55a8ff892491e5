// The header that tells the build which net goes into the engine (docs/export.md, "--embed").
#ifndef COHERENT_LIB_EXPORT_EMBED_H_
#define COHERENT_LIB_EXPORT_EMBED_H_

#include <string>

#include "absl/strings/string_view.h"

namespace coherent::exporting {

// The text of lib/net/embedded_net_file.h for the net in `file`, a path from the project's root.
std::string EmbedHeader(absl::string_view file, absl::string_view sha256);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_EMBED_H_
