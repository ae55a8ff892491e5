#include "lib/syzygy/table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/status_macros.h"
#include "lib/chess/bitboard.h"

namespace coherent::syzygy {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::Square;

namespace {

// The first four bytes.
constexpr u32 Magic(TableKind kind) { return kind == TableKind::kWdl ? 0x5D23E871 : 0xA50C66D7; }
// Blocks begin at multiples of it, and a checksum of 16 bytes follows the last one.
constexpr u64 kAlignment = 64;
constexpr u64 kChecksumBytes = 16;

// Of the fifth byte.
constexpr int kHasTwoSides = 1;
constexpr int kHasPawns = 2;

// Of a distance table's parts.
constexpr int kBlackToMove = 1;
constexpr int kHasDistances = 2;
constexpr int kWinsInPlies = 4;  // else in moves
constexpr int kLossesInPlies = 8;
constexpr int kWideDistances = 16;

constexpr int kMaxDtzValue = 0xFFE;

// Which of Part::distances.
int DistanceList(Wdl wdl) {
  switch (wdl) {
    case Wdl::kLoss:
      return 1;
    case Wdl::kCursedWin:
      return 2;
    case Wdl::kBlessedLoss:
      return 3;
    default:
      return 0;
  }
}

// 1 to 6 for White's pawn to king, 9 to 14 for Black's.
std::optional<Piece> PieceOfCode(int code) {
  const int kind = (code & 7) - 1;
  if (kind < 0 || kind > Index(Kind::kKing)) return std::nullopt;
  return Piece(code < 8 ? Color::kWhite : Color::kBlack, static_cast<Kind>(kind));
}

absl::Status Align(ByteReader& reader, u64 alignment) {
  const u64 padding = (alignment - reader.offset() % alignment) % alignment;
  return reader.Read(padding, "padding").status();
}

}  // namespace

absl::Status Table::CheckFrame(absl::string_view path, absl::string_view bytes) const {
  if (bytes.size() < kChecksumBytes) {
    return absl::DataLossError(
        absl::StrCat(path, ": size: found ", bytes.size(), " bytes, expected a table"));
  }
  const u32 magic = GetLittleEndian<u32>(bytes, 0);
  if (magic != Magic(kind_)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: magic number: found %08x, expected %08x",
                                                      std::string(path), magic, Magic(kind_)));
  }
  if (bytes.size() % kAlignment != kChecksumBytes) {
    return absl::DataLossError(absl::StrCat(path, ": size: found ", bytes.size(),
                                            " bytes, expected a multiple of ", kAlignment, " and ",
                                            kChecksumBytes, ": is the file whole?"));
  }
  const int flags = static_cast<u8>(bytes[4]);
  const int expected =
      (material_.IsSymmetric() ? 0 : kHasTwoSides) | (material_.HasPawns() ? kHasPawns : 0);
  if ((flags & (kHasTwoSides | kHasPawns)) != expected) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": flags: found ", flags, ", expected ",
                                                   expected, " by the file's name"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Table> Table::Parse(absl::string_view path, absl::string_view bytes, TableKind kind,
                                   Material material) {
  Table table;
  table.kind_ = kind;
  table.material_ = material;
  RETURN_IF_ERROR(table.CheckFrame(path, bytes));
  ByteReader reader(path, bytes.substr(0, bytes.size() - kChecksumBytes));
  RETURN_IF_ERROR(reader.Read(5, "magic number and flags").status());
  RETURN_IF_ERROR(table.ReadPlacements(path, reader));
  const int max = kind == TableKind::kWdl ? 4 : kMaxDtzValue;
  for (Part& part : table.parts_) {
    ASSIGN_OR_RETURN(part.values,
                     PairedValues::ReadHeader(path, reader, part.placement.size(), max));
  }
  if (kind == TableKind::kDtz) RETURN_IF_ERROR(table.ReadDistances(reader));
  for (Part& part : table.parts_) RETURN_IF_ERROR(part.values.ReadSpans(reader));
  for (Part& part : table.parts_) RETURN_IF_ERROR(part.values.ReadBlockSizes(reader));
  for (Part& part : table.parts_) {
    RETURN_IF_ERROR(Align(reader, kAlignment));
    RETURN_IF_ERROR(part.values.ReadBlocks(reader));
  }
  RETURN_IF_ERROR(Align(reader, kAlignment));
  if (reader.remaining() > 0) {
    return absl::DataLossError(absl::StrCat(path, ": size: found ", bytes.size(),
                                            " bytes, expected ", reader.offset() + kChecksumBytes));
  }
  return table;
}

// For each file, the bytes with the digits' places and one byte a piece: in the low half of each
// for White to move, in the high half for Black.
absl::Status Table::ReadPlacements(absl::string_view path, ByteReader& reader) {
  const bool both_have_pawns =
      material_.HasPawns(Color::kWhite) && material_.HasPawns(Color::kBlack);
  const int digit_bytes = both_have_pawns ? 2 : 1;
  const int pieces = material_.pieces();
  parts_.resize(Files() * Sides());
  for (int file = 0; file < Files(); ++file) {
    ASSIGN_OR_RETURN(const absl::string_view bytes,
                     reader.Read(digit_bytes + pieces, "order of pieces"));
    for (int side = 0; side < Sides(); ++side) {
      const auto half = [&](int i) { return static_cast<u8>(bytes[i]) >> (4 * side) & 15; };
      Placement::Order order;
      order.lead_digit = half(0);
      if (both_have_pawns) order.pawns_digit = half(1);
      std::optional<Placement> placement;
      for (int i = 0; i < pieces; ++i) {
        const std::optional<Piece> piece = PieceOfCode(half(digit_bytes + i));
        if (piece) order.pieces.push_back(*piece);
      }
      placement = Placement::Make(material_, order, file);
      if (!placement) {
        return absl::InvalidArgumentError(
            absl::StrCat(path, ": order of pieces: found one of other pieces, expected those of ",
                         "the file's name"));
      }
      PartOf(file, side).placement = *placement;
    }
  }
  return Align(reader, 2);
}

absl::Status Table::ReadDistances(ByteReader& reader) {
  for (Part& part : parts_) {
    if ((part.values.flags() & kHasDistances) == 0) continue;
    const bool is_wide = (part.values.flags() & kWideDistances) != 0;
    if (is_wide) RETURN_IF_ERROR(Align(reader, 2));
    for (absl::string_view& list : part.distances) {
      u64 bytes = 0;
      if (is_wide) {
        ASSIGN_OR_RETURN(bytes, reader.ReadNumber<u16>("distances"));
        bytes *= 2;
      } else {
        ASSIGN_OR_RETURN(bytes, reader.ReadNumber<u8>("distances"));
      }
      ASSIGN_OR_RETURN(list, reader.Read(bytes, "distances"));
    }
  }
  return Align(reader, 2);
}

// Tables are written as if their first side were White; one for equal sides, as if White moved.
Table::Place Table::Find(const Position& position) const {
  const bool black_moves = position.side_to_move() == Color::kBlack;
  Place place;
  if (material_.IsSymmetric()) {
    place.colors_swapped = black_moves;
  } else {
    place.colors_swapped = Material::Of(position) != material_;
    place.side = black_moves != place.colors_swapped ? 1 : 0;
  }
  int file = 0;
  if (material_.HasPawns()) {
    const Color leading = LeadingPawns(material_);
    file = 3;
    for (const Square pawn :
         position.Pieces(place.colors_swapped ? !leading : leading, Kind::kPawn)) {
      file = std::min(file, FoldedFile(pawn));
    }
  }
  place.part = &parts_[file * Sides() + (Sides() == 2 ? place.side : 0)];
  return place;
}

std::optional<int> Table::ValueAt(const Position& position, const Place& place) const {
  const PieceList& pieces = place.part->placement.pieces();
  SquareList squares;
  for (size_t i = 0; i < pieces.size(); i = squares.size()) {
    const Color color = place.colors_swapped ? !pieces[i].color() : pieces[i].color();
    for (const Square square : position.Pieces(color, pieces[i].kind())) {
      squares.push_back(place.colors_swapped && material_.HasPawns() ? square.Flipped() : square);
    }
  }
  return place.part->values.At(place.part->placement.Number(squares));
}

bool Table::Knows(const Position& position) const {
  if (kind_ == TableKind::kWdl || material_.IsSymmetric()) return true;
  const Place place = Find(position);
  return (place.part->values.flags() & kBlackToMove) == place.side;
}

std::optional<Wdl> Table::WdlOf(const Position& position) const {
  const std::optional<int> value = ValueAt(position, Find(position));
  if (!value) return std::nullopt;
  return static_cast<Wdl>(*value - 2);
}

std::optional<int> Table::DtzOf(const Position& position, Wdl wdl) const {
  const Place place = Find(position);
  std::optional<int> value = ValueAt(position, place);
  if (!value) return std::nullopt;
  const int flags = place.part->values.flags();
  if ((flags & kHasDistances) != 0) {
    const absl::string_view list = place.part->distances[DistanceList(wdl)];
    const size_t width = (flags & kWideDistances) != 0 ? 2 : 1;
    const size_t begin = width * *value;
    if (begin + width > list.size()) return std::nullopt;
    value = width == 2 ? GetLittleEndian<u16>(list, begin) : GetLittleEndian<u8>(list, begin);
  }
  const bool in_plies = (wdl == Wdl::kWin && (flags & kWinsInPlies) != 0) ||
                        (wdl == Wdl::kLoss && (flags & kLossesInPlies) != 0);
  return in_plies ? *value : *value * 2;
}

}  // namespace coherent::syzygy
