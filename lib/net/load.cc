#include "lib/net/load.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/net/format.h"

namespace coherent::net {

namespace {

LoadedNetwork Load(NetFile file) {
  return {.network = std::make_shared<PreparedNetwork>(
              Prepare(std::move(file.network), file.sections.zero_points, RowChoice())),
          .hash = std::move(file.hash)};
}

}  // namespace

absl::StatusOr<LoadedNetwork> LoadNetwork(absl::string_view path) {
  ASSIGN_OR_RETURN(NetFile file, ReadNetwork(path));
  return Load(std::move(file));
}

absl::StatusOr<LoadedNetwork> LoadNetworkIfNamed(absl::string_view path) {
  if (path.empty()) return LoadedNetwork();
  return LoadNetwork(path);
}

absl::StatusOr<LoadedNetwork> LoadNetwork(absl::string_view name, std::string bytes) {
  ASSIGN_OR_RETURN(NetFile file, ParseNetwork(name, std::move(bytes)));
  return Load(std::move(file));
}

std::string Describe(const LoadedNetwork& loaded) {
  const Architecture& shape = loaded.network->architecture;
  return absl::StrCat(
      "width ", shape.width, ", ", shape.buckets, " buckets, ",
      shape.has_threats() ? "with" : "without", " threats, layers of ", shape.hidden2, " and ",
      shape.hidden3, ", sha256 ", loaded.hash.substr(0, 12),
      loaded.network->sums_fit_16_bits
          ? ""
          : "; sums are not proved to fit 16 bits, so they take 32: right, but slow");
}

}  // namespace coherent::net
