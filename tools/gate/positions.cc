#include "tools/gate/positions.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/standard.h"

namespace coherent::gate {

bool PositionSet::NeedsChess960() const {
  return !std::all_of(positions.begin(), positions.end(), [](const GatePosition& entry) {
    return chess::CastlesAsInStandardChess(entry.position);
  });
}

absl::StatusOr<PositionSet> ReadPositions(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  ASSIGN_OR_RETURN(const std::vector<chess::EpdRecord> records, chess::ParseEpdFile(path, text));
  PositionSet set{std::string(path), Sha256Hex(text), {}};
  std::set<std::string> ids;
  for (const chess::EpdRecord& record : records) {
    const std::string* const given = record.Find("id");
    GatePosition entry{given != nullptr ? *given : absl::StrCat("line ", record.line),
                       chess::ToFen(record.position), record.position};
    if (!ids.insert(entry.id).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", record.line, ": id \"", entry.id, "\" for a second time"));
    }
    set.positions.push_back(std::move(entry));
  }
  return set;
}

void Thin(size_t count, PositionSet* set) {
  std::vector<GatePosition>& all = set->positions;
  if (count >= all.size()) return;
  std::vector<GatePosition> kept;
  for (size_t i = 0; i < count; ++i) kept.push_back(std::move(all[i * all.size() / count]));
  all = std::move(kept);
}

}  // namespace coherent::gate
