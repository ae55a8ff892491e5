#include "lib/net/default_network.h"

#include <string>

#include "absl/status/statusor.h"
#include "lib/base/check.h"
#include "lib/net/embedded_net.h"

namespace coherent::net {

const LoadedNetwork& DefaultNetwork() {
  static const LoadedNetwork network = [] {
    absl::StatusOr<LoadedNetwork> loaded =
        LoadNetwork(EmbeddedNetName(), std::string(EmbeddedNet()));
    CHECK(loaded.ok());
    return *loaded;
  }();
  return network;
}

}  // namespace coherent::net
