#include "lib/measure/arrange.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"

namespace coherent::measure {
namespace {

// What stands between the parts can be in none of them.
std::string HashOf(absl::string_view a, absl::string_view b) {
  return Sha256Hex(absl::StrCat(a, "\n", b));
}

// Byte `index` of the key.
int ByteOf(const std::string& key, size_t index) {
  return static_cast<int>(std::strtol(key.substr(2 * index, 2).c_str(), nullptr, 16));
}

// The name as the source has it.
absl::string_view BaseName(absl::string_view symbol) {
  constexpr std::array<absl::string_view, 6> kSuffixes = {".cold", ".constprop", ".isra",
                                                          ".part", ".lto_priv",  ".llvm"};
  size_t end = symbol.size();
  for (const absl::string_view suffix : kSuffixes) end = std::min(end, symbol.find(suffix));
  return symbol.substr(0, end);
}

}  // namespace

Draw DrawFor(absl::string_view plan, absl::string_view run, int phase, absl::string_view lane) {
  Draw draw;
  draw.key = Sha256Hex(absl::StrCat(plan, "\n", run, "\n", phase, "\n", lane));
  draw.link_bytes = 16 * ByteOf(draw.key, 0);
  draw.variable_bytes = 16 * ByteOf(draw.key, 1);
  draw.fixed_addresses = ByteOf(draw.key, 2) % 2 == 1;
  draw.name_bytes = ByteOf(draw.key, 3) % 128;
  return draw;
}

std::vector<std::string> EnvironmentOf(const Draw& draw, const std::vector<std::string>& fixed) {
  std::vector<std::string> environment = fixed;
  environment.push_back(absl::StrCat("TEMPO_PADDING=", std::string(draw.variable_bytes, 'x')));
  return environment;
}

absl::StatusOr<std::string> WriteCopy(const Draw& draw, int arm, absl::string_view directory,
                                      absl::string_view program) {
  std::string path =
      absl::StrFormat("%s/arm%02d%s", directory, arm, std::string(draw.name_bytes, 'x'));
  RETURN_IF_ERROR(WriteFileAtomically(path, program));
  if (chmod(path.c_str(), 0755) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot make it a program"));
  }
  return path;
}

std::vector<std::string> KeyedOrder(const Draw& draw, std::vector<std::string> symbols) {
  std::vector<std::pair<std::string, std::string>> keyed;
  keyed.reserve(symbols.size());
  for (std::string& symbol : symbols) {
    std::string hash = HashOf(draw.key, BaseName(symbol));
    keyed.emplace_back(std::move(hash), std::move(symbol));
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::string> ordered;
  ordered.reserve(keyed.size());
  for (auto& [hash, symbol] : keyed) ordered.push_back(std::move(symbol));
  return ordered;
}

}  // namespace coherent::measure
