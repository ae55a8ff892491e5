#include "tools/net/shape.h"

#include <array>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

struct NamedShape {
  absl::string_view name;
  absl::string_view shape;
};

constexpr auto kNamedShapes = std::to_array<NamedShape>({
    {"first", "768,4,plain,16,32,159"},
    {"main", "768,8,plain,16,32,153"},
    {"1024", "1024,8,plain,16,32,153"},
    {"teacher", "1536,8,threats,64,64,138"},
    {"teacher-3072", "3072,8,threats,64,64,138"},
});

absl::Status BadShape(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("shape: found \"", text, "\", expected ", ShapeNames()));
}

}  // namespace

std::string ShapeNames() {
  std::string names;
  for (const NamedShape& named : kNamedShapes) absl::StrAppend(&names, named.name, ", ");
  return absl::StrCat(names, "or width,buckets,threats|plain,hidden 2,hidden 3,output scale");
}

absl::StatusOr<net::Architecture> ParseShape(absl::string_view text) {
  for (const NamedShape& named : kNamedShapes) {
    if (text == named.name) return ParseShape(named.shape);
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ',');
  net::Architecture architecture;
  if (parts.size() != 6 || !absl::SimpleAtoi(parts[0], &architecture.width) ||
      !absl::SimpleAtoi(parts[1], &architecture.buckets) ||
      !absl::SimpleAtoi(parts[3], &architecture.hidden2) ||
      !absl::SimpleAtoi(parts[4], &architecture.hidden3) ||
      !absl::SimpleAtoi(parts[5], &architecture.output_scale)) {
    return BadShape(text);
  }
  if (parts[2] != "threats" && parts[2] != "plain") return BadShape(text);
  architecture.threat_rows = parts[2] == "threats" ? net::kThreatRows : 0;
  if (architecture.buckets >= 1 && architecture.buckets <= 32) {
    architecture.bucket_table = net::DefaultBuckets(architecture.buckets);
  }
  RETURN_IF_ERROR(net::CheckArchitecture(absl::StrCat("shape \"", text, "\""), architecture));
  return architecture;
}

}  // namespace coherent
