#include "lib/timing/workload.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/standard.h"

namespace coherent::timing {
namespace {

absl::StatusOr<std::pair<std::string, std::string>> ParseOption(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--option: found \"", text, "\", expected NAME=VALUE"));
  }
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

}  // namespace

bool Workload::NeedsChess960() const {
  return std::any_of(positions.begin(), positions.end(),
                     [](const BenchPosition& position) { return position.chess960; });
}

std::string Workload::LimitText() const {
  return absl::StrCat(by_nodes ? "nodes " : "depth ", limit);
}

absl::StatusOr<Workload> ReadWorkload(const WorkloadOptions& options) {
  Workload workload;
  workload.path = options.positions;
  ASSIGN_OR_RETURN(const std::string text, ReadFile(workload.path));
  workload.sha256 = Sha256Hex(text);
  ASSIGN_OR_RETURN(const std::vector<chess::EpdRecord> records,
                   chess::ParseEpdFile(workload.path, text));
  for (const chess::EpdRecord& record : records) {
    const std::string* const id = record.Find("id");
    workload.positions.push_back({id != nullptr ? *id : absl::StrCat("line ", record.line),
                                  chess::ToFen(record.position), record.position,
                                  !chess::CastlesAsInStandardChess(record.position)});
  }
  workload.by_nodes = options.nodes.has_value();
  workload.limit = options.nodes.value_or(options.depth.value_or(kDefaultDepth));
  workload.hash_mib = options.hash_mib;
  workload.threads = options.threads;
  for (const std::string& option : options.options) {
    ASSIGN_OR_RETURN(workload.options.emplace_back(), ParseOption(option));
  }
  workload.warm_up = std::min<int>(options.warm_up, static_cast<int>(records.size()));
  workload.timeout = std::chrono::milliseconds(static_cast<i64>(options.timeout_s * 1000));
  return workload;
}

}  // namespace coherent::timing
