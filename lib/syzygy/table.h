// One table: a file that says something about every position with some material. Specified by
// docs/syzygy.md.
#ifndef COHERENT_LIB_SYZYGY_TABLE_H_
#define COHERENT_LIB_SYZYGY_TABLE_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/bytes.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/syzygy/material.h"
#include "lib/syzygy/paired_values.h"
#include "lib/syzygy/placement.h"

namespace coherent::syzygy {

// What the side to move gets with best play, counted from a capture or pawn move. A win that takes
// more than a hundred plies to the next one is cursed, such a loss blessed: with the fifty-move
// rule both are draws.
enum class Wdl : i8 { kLoss = -2, kBlessedLoss = -1, kDraw = 0, kCursedWin = 1, kWin = 2 };

constexpr Wdl operator-(Wdl wdl) { return static_cast<Wdl>(-static_cast<int>(wdl)); }

enum class TableKind { kWdl, kDtz };

// What is in the file, read only. It knows nothing of castling and en passant, and where a capture
// or pawn move is best it may say anything that compresses well: probe.h knows the truth.
class Table {
 public:
  // `bytes` outlives the table; `path` is for errors.
  static absl::StatusOr<Table> Parse(absl::string_view path, absl::string_view bytes,
                                     TableKind kind, Material material);

  // Whether it knows about the side to move: tables of distances have one side only, in tables with
  // pawns one for each file of the leading pawn.
  bool Knows(const chess::Position& position) const;

  // Of positions it knows, with its material or that with colours exchanged. Nullopt if the file
  // contradicts itself.
  std::optional<Wdl> WdlOf(const chess::Position& position) const;
  // Plies to the next capture or pawn move, but the first, and for cursed wins and blessed losses
  // but the first 101; or that and one more. `wdl` is the truth, and no draw.
  std::optional<int> DtzOf(const chess::Position& position, Wdl wdl) const;

 private:
  // The positions with one side to move and, with pawns, the leading pawn on one file.
  struct Part {
    Placement placement;
    PairedValues values;
    // Distances by the value in the file, for wins, losses, cursed wins and blessed losses; as
    // bytes or pairs of bytes.
    std::array<absl::string_view, 4> distances = {};
  };
  // Where a position is to be looked up.
  struct Place {
    bool colors_swapped = false;
    int side = 0;
    const Part* part = nullptr;
  };

  int Files() const { return material_.HasPawns() ? 4 : 1; }
  int Sides() const { return kind_ == TableKind::kWdl && !material_.IsSymmetric() ? 2 : 1; }
  Part& PartOf(int file, int side) { return parts_[file * Sides() + side]; }
  absl::Status CheckFrame(absl::string_view path, absl::string_view bytes) const;
  absl::Status ReadPlacements(absl::string_view path, ByteReader& reader);
  absl::Status ReadDistances(ByteReader& reader);

  Place Find(const chess::Position& position) const;
  std::optional<int> ValueAt(const chess::Position& position, const Place& place) const;

  TableKind kind_ = TableKind::kWdl;
  Material material_;
  std::vector<Part> parts_;  // by file, then side
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_TABLE_H_
