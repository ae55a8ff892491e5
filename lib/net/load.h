// A net file, ready to be searched with.
#ifndef COHERENT_LIB_NET_LOAD_H_
#define COHERENT_LIB_NET_LOAD_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/net/prepared.h"

namespace coherent::net {

struct LoadedNetwork {
  std::shared_ptr<const PreparedNetwork> network;
  std::string hash;  // SHA-256 of the file's header and payload, in hexadecimal digits
};

// Refuses what ReadNetwork refuses.
absl::StatusOr<LoadedNetwork> LoadNetwork(absl::string_view path);
// The same of bytes that are there already; `name` is for errors.
absl::StatusOr<LoadedNetwork> LoadNetwork(absl::string_view name, std::string bytes);
// The network of a file, or no network and no hash if `path` is empty: generation 0 plays without.
absl::StatusOr<LoadedNetwork> LoadNetworkIfNamed(absl::string_view path);

// One line for people: shape, hash, and what makes it slow, if something does.
std::string Describe(const LoadedNetwork& loaded);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_LOAD_H_
