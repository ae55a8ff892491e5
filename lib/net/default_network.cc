#include "lib/net/default_network.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/check.h"

#ifndef COHERENT_DEFAULT_NET
#define COHERENT_DEFAULT_NET "testdata/nets/main.net"
#endif

// The assembler copies the file, whatever its size, without a compiler looking at every byte.
asm(R"(
.section .rodata, "a"
kCoherentDefaultNet:
.incbin ")" COHERENT_DEFAULT_NET R"("
kCoherentDefaultNetEnd:
.previous
)");

extern "C" {
[[gnu::visibility("hidden")]] extern const char kCoherentDefaultNet[];
[[gnu::visibility("hidden")]] extern const char kCoherentDefaultNetEnd[];
}

namespace coherent::net {

const LoadedNetwork& DefaultNetwork() {
  static const LoadedNetwork network = [] {
    absl::StatusOr<LoadedNetwork> loaded =
        LoadNetwork("the compiled-in net " COHERENT_DEFAULT_NET,
                    std::string(kCoherentDefaultNet, kCoherentDefaultNetEnd));
    CHECK(loaded.ok());
    return *loaded;
  }();
  return network;
}

}  // namespace coherent::net
