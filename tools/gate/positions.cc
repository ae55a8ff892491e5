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
#include "lib/chess/types.h"

namespace coherent::gate {
namespace {

// Kings on e and rooks in the corners: what every engine knows.
bool CastlesAsInStandardChess(const chess::Position& position) {
  for (const chess::Color color : chess::kColors) {
    for (const chess::Wing wing : chess::kWings) {
      if (!position.castling().Has(color, wing)) continue;
      const int rook_file = wing == chess::Wing::kKingSide ? 7 : 0;
      if (position.King(color).file() != 4) return false;
      if (position.CastlingRook(color, wing).file() != rook_file) return false;
    }
  }
  return true;
}

}  // namespace

bool PositionSet::NeedsChess960() const {
  return !std::all_of(positions.begin(), positions.end(), [](const GatePosition& entry) {
    return CastlesAsInStandardChess(entry.position);
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
