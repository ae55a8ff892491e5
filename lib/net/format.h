// Net files, by docs/net_format.md: bytes to a network and back.
#ifndef COHERENT_LIB_NET_FORMAT_H_
#define COHERENT_LIB_NET_FORMAT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/net/network.h"
#include "lib/net/zero_point.h"

namespace coherent::net {

// Which sections stand behind the payload. The fold and the 8-bit rows follow from the network:
// they are what Fold::Of and EncodeRows8 give.
struct Sections {
  std::optional<ZeroPoints> zero_points = std::nullopt;
  bool fold = false;
  bool rows8 = false;

  friend bool operator==(const Sections&, const Sections&) = default;
};

struct NetFile {
  Network network;
  Sections sections;
  std::string hash;  // SHA-256 of header and payload, in hexadecimal digits
};

// Refuses what section 6 of the document lists; `name` is for errors.
absl::StatusOr<NetFile> ParseNetwork(absl::string_view name, std::string bytes);
absl::StatusOr<NetFile> ReadNetwork(absl::string_view path);

// Equal networks give equal bytes. The network must pass CheckArchitecture.
std::string SerializeNetwork(const Network& network, const Sections& sections);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_FORMAT_H_
