#include "lib/net/embedded_net.h"

#ifdef COHERENT_DEFAULT_NET
#define COHERENT_EMBEDDED_NET_FILE COHERENT_DEFAULT_NET
#else
// The build cannot see that a source embeds another file, but it sees a change of this one, which
// states the other's hash.
#include "lib/net/embedded_net_file.h"
#endif

// The assembler copies the file, whatever its size, without a compiler looking at every byte.
asm(R"(
.section .rodata, "a"
kCoherentEmbeddedNet:
.incbin ")" COHERENT_EMBEDDED_NET_FILE R"("
kCoherentEmbeddedNetEnd:
.previous
)");

extern "C" {
[[gnu::visibility("hidden")]] extern const char kCoherentEmbeddedNet[];
[[gnu::visibility("hidden")]] extern const char kCoherentEmbeddedNetEnd[];
}

namespace coherent::net {

absl::string_view EmbeddedNet() {
  return {kCoherentEmbeddedNet,
          static_cast<size_t>(kCoherentEmbeddedNetEnd - kCoherentEmbeddedNet)};
}

absl::string_view EmbeddedNetName() { return "the compiled-in net " COHERENT_EMBEDDED_NET_FILE; }

}  // namespace coherent::net
