#include "lib/chess/attacks.h"

#include <span>

namespace coherent::chess {
namespace {

struct Direction {
  int file, rank;
};
constexpr std::array<Direction, 4> kRookDirections = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Direction, 4> kBishopDirections = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

Bitboard WalkRays(Square from, Bitboard occupied, std::span<const Direction, 4> directions) {
  Bitboard attacks;
  for (const Direction d : directions) {
    int file = from.file() + d.file, rank = from.rank() + d.rank;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const Square square(file, rank);
      attacks |= Bitboard(square);
      if (occupied.Contains(square)) break;
      file += d.file;
      rank += d.rank;
    }
  }
  return attacks;
}

// The squares a slider's attacks depend on: its rays without their last squares.
u64 RelevantMask(Square from, std::span<const Direction, 4> directions) {
  const Bitboard side_files = Bitboard::File(0) | Bitboard::File(7);
  const Bitboard end_ranks = Bitboard::Rank(0) | Bitboard::Rank(7);
  const Bitboard edges =
      (side_files & ~Bitboard::File(from.file())) | (end_ranks & ~Bitboard::Rank(from.rank()));
  return (WalkRays(from, Bitboard(), directions) & ~edges).bits();
}

// Multipliers that map every subset of a square's mask to an index without a harmful collision;
// found by trial from a seeded generator. attacks_test holds the tables to the rays.
constexpr std::array<u64, 64> kRookMagics = {
    0x0880104000800020, 0x2280200040008014, 0x0100200040110008, 0x0100050008100220,
    0x2200020020100408, 0x0180040080010200, 0x3600010082000804, 0xC200020404482081,
    0xA012800040048031, 0x4210C04000201000, 0x3001002000110842, 0x0000800800801000,
    0x0004800800800400, 0x1002000805020010, 0x0004000804810210, 0x1101000081000042,
    0x0018208001400680, 0x411000C000402000, 0x0801010040102006, 0x8000210008100100,
    0x1000850011000800, 0x0000080110200440, 0x00800400100102B8, 0x004002000132804C,
    0x1000400080008020, 0x00005000C0002000, 0xC010080020200400, 0x19010B0100100121,
    0x2000040280080080, 0x0280020080040080, 0x900008E400011002, 0x0051004200008104,
    0x8220004000808000, 0x0040002800601000, 0xC880200080801000, 0x0000100101000820,
    0xE408080080800400, 0x0812800400800200, 0x00081002040008C1, 0x0098041042000089,
    0x2C40400080218000, 0x4010002000484000, 0x0020040200101000, 0x4088020100101000,
    0x8102001020060008, 0x0804000200808004, 0x0421000200010104, 0x0400808044020021,
    0x0040008000402080, 0x0C00400020008180, 0xC140408224120200, 0x00300080D0C80280,
    0x0902001004608A00, 0x1002000410080200, 0x0000011002080400, 0x00002C0500408600,
    0x0201042014800041, 0x04010C20C0005081, 0x004200C2B080206A, 0x80090008203000DD,
    0x0102001084600902, 0x0482000408011082, 0x008900020000A441, 0x0020004401002082,
};
constexpr std::array<u64, 64> kBishopMagics = {
    0x022830100081248A, 0x2062022204190880, 0x000444008A010028, 0x8004104200100040,
    0x1001104000000452, 0x0040822020004410, 0x8201208820080022, 0x050A020084440218,
    0x1000106002008611, 0x04002018C20084A0, 0x12410441020A0000, 0x8004309092000011,
    0xD0004D1040001008, 0x8202091008840201, 0x0000004402084020, 0x0080A11400A20800,
    0x240411A019120820, 0x0002116102040108, 0x000201010C010202, 0x0080800802024402,
    0x3012100401040820, 0x620B01B601190104, 0x04510C1400821102, 0x0002010840422800,
    0x402808A804301000, 0x2451080020280900, 0x0024011002060400, 0x3082002268008020,
    0x400084006B80201A, 0x255001000C808082, 0x10184104188C1100, 0x0420510122008640,
    0x00286804084A2000, 0x0008013004044480, 0x0002003010820082, 0x1001400888820200,
    0x4004080200042008, 0x4010100020004400, 0x0082080441031400, 0x0002006840010402,
    0x0002222020040402, 0x0010620220089002, 0x0011001082101004, 0x04C0010411020800,
    0x0424200200800410, 0x800C304840402200, 0x00201C22C0811208, 0x108408084042E100,
    0x1000440220100022, 0x0000828C300A0144, 0xC010104208042C10, 0x2080A40020A80025,
    0x4400001042020019, 0x1000081001020800, 0x00A0E00210810220, 0x00421A8204010100,
    0x0004210812100240, 0x1080104208908809, 0x0864410216010408, 0x02200000E0460800,
    0x4090800110820200, 0x8920024008010440, 0xA0A22108010800A0, 0x086250A200830200,
};

// Fills one square's part of the table; `offset` is where it begins. Returns where it ends.
u32 FillSquare(internal::SliderTables& tables, internal::SliderEntry& entry, Square from,
               std::span<const Direction, 4> directions, u64 magic, u32 offset) {
  const u64 mask = RelevantMask(from, directions);
  const int bits = std::popcount(mask);
  entry = {mask, magic, offset, static_cast<u32>(64 - bits)};
  u64 subset = 0;
  u32 count = 0;
  do {
    const Bitboard attacks = WalkRays(from, Bitboard(subset), directions);
#ifdef __BMI2__
    const u64 index = _pext_u64(subset, mask);
#else
    const u64 index = (subset * magic) >> entry.shift;
#endif
    tables.attacks[offset + index] = attacks;
    subset = (subset - mask) & mask;
    ++count;
  } while (subset != 0);
  return offset + count;
}

internal::SliderTables MakeSliderTables() {
  internal::SliderTables tables;
  u32 offset = 0;
  for (int i = 0; i < 64; ++i) {
    const Square from = Square::FromIndex(i);
    offset = FillSquare(tables, tables.rook[i], from, kRookDirections, kRookMagics[i], offset);
  }
  for (int i = 0; i < 64; ++i) {
    const Square from = Square::FromIndex(i);
    offset =
        FillSquare(tables, tables.bishop[i], from, kBishopDirections, kBishopMagics[i], offset);
  }
  return tables;
}

internal::LineTables MakeLineTables() {
  internal::LineTables tables;
  for (int a = 0; a < 64; ++a) {
    const Square from = Square::FromIndex(a);
    for (int b = 0; b < 64; ++b) {
      const Square to = Square::FromIndex(b);
      for (const auto& directions : {kRookDirections, kBishopDirections}) {
        const Bitboard rays = WalkRays(from, Bitboard(), directions);
        if (!rays.Contains(to)) continue;
        const Bitboard ends = Bitboard(from) | Bitboard(to);
        tables.line[a][b] = (rays & WalkRays(to, Bitboard(), directions)) | ends;
        tables.between[a][b] = WalkRays(from, ends, directions) & WalkRays(to, ends, directions);
      }
    }
  }
  return tables;
}

}  // namespace

namespace internal {
const SliderTables kSliders = MakeSliderTables();
const LineTables kLines = MakeLineTables();
}  // namespace internal

Bitboard RookAttacksByRays(Square from, Bitboard occupied) {
  return WalkRays(from, occupied, kRookDirections);
}
Bitboard BishopAttacksByRays(Square from, Bitboard occupied) {
  return WalkRays(from, occupied, kBishopDirections);
}

}  // namespace coherent::chess
