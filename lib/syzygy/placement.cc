#include "lib/syzygy/placement.h"

#include <algorithm>
#include <array>
#include <utility>

namespace coherent::syzygy {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

namespace {

// Ways to choose k of n; 0 if there are none.
constexpr u64 Choose(int n, int k) {
  if (k > n) return 0;
  u64 ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

constexpr auto kChoose = [] {
  std::array<std::array<u64, kMaxPieces>, 64> table = {};
  for (int n = 0; n < 64; ++n) {
    for (int k = 0; k < kMaxPieces; ++k) table[n][k] = Choose(n, k);
  }
  return table;
}();

// How far above the diagonal a1-h8 a square lies; negative below.
constexpr int AboveDiagonal(Square square) { return square.rank() - square.file(); }

constexpr Square Transposed(Square square) { return Square(square.rank(), square.file()); }

// The triangle a1-d1-d4, into which symmetry brings the first piece, and all below the diagonal.
struct SquareNumbers {
  // The six squares of the triangle below the diagonal, then the four on it.
  std::array<int, 64> triangle = {};
  // All 28 below the diagonal.
  std::array<int, 64> below = {};
  // Both kings, the first in the triangle: those on the diagonal with both come last. -1 if they
  // touch, or are the mirror image of a pair that is there.
  std::array<std::array<int, 64>, 64> kings = {};
};
constexpr int kTriangleOff = 6;
constexpr int kKingPairs = 462;

constexpr bool Touch(Square a, Square b) {
  const int files = a.file() - b.file(), ranks = a.rank() - b.rank();
  return files * files <= 1 && ranks * ranks <= 1;
}

constexpr SquareNumbers MakeSquareNumbers() {
  SquareNumbers numbers;
  std::array<Square, 10> triangle = {};
  int off = 0, on = kTriangleOff, below = 0;
  for (int i = 0; i < 64; ++i) {
    const Square square = Square::FromIndex(i);
    const bool in_triangle = square.file() < 4 && AboveDiagonal(square) <= 0;
    if (in_triangle) {
      const int number = AboveDiagonal(square) == 0 ? on++ : off++;
      numbers.triangle[i] = number;
      triangle[number] = square;
    }
    if (AboveDiagonal(square) < 0) numbers.below[i] = below++;
  }
  for (auto& row : numbers.kings) row.fill(-1);
  int pair = 0;
  for (const bool on_diagonal : {false, true}) {
    for (const Square first : triangle) {
      for (int i = 0; i < 64; ++i) {
        const Square second = Square::FromIndex(i);
        const bool first_on = AboveDiagonal(first) == 0;
        const bool both_on = first_on && AboveDiagonal(second) == 0;
        if (Touch(first, second) || (first_on && AboveDiagonal(second) > 0)) continue;
        if (both_on == on_diagonal) numbers.kings[first.index()][i] = pair++;
      }
    }
  }
  return numbers;
}
constexpr SquareNumbers kNumbers = MakeSquareNumbers();
static_assert(kNumbers.kings[Square(3, 3).index()][Square(7, 7).index()] == kKingPairs - 1);

// Three different pieces on different squares, by how many of the first ones stand on the diagonal.
constexpr int kTripleNone = 0;
constexpr int kTripleOne = kTripleNone + kTriangleOff * 63 * 62;
constexpr int kTripleTwo = kTripleOne + 4 * 28 * 62;
constexpr int kTripleThree = kTripleTwo + 4 * 7 * 28;
constexpr int kTriples = kTripleThree + 4 * 7 * 6;
static_assert(kTriples == 31'332);

int TripleNumber(Square a, Square b, Square c) {
  // What is left of a square's index, or its rank, when earlier pieces have taken theirs.
  const int b_skips = b > a ? 1 : 0;
  const int c_skips = (c > a ? 1 : 0) + (c > b ? 1 : 0);
  if (AboveDiagonal(a) != 0) {
    return kTripleNone + (kNumbers.triangle[a.index()] * 63 + b.index() - b_skips) * 62 +
           c.index() - c_skips;
  }
  if (AboveDiagonal(b) != 0) {
    return kTripleOne + (a.rank() * 28 + kNumbers.below[b.index()]) * 62 + c.index() - c_skips;
  }
  const int two = a.rank() * 7 + b.rank() - b_skips;
  if (AboveDiagonal(c) != 0) return kTripleTwo + two * 28 + kNumbers.below[c.index()];
  return kTripleThree + two * 6 + c.rank() - c_skips;
}

// The order in which pawns lead: the outermost file first, there the lowest rank.
constexpr int LeadOrder(Square pawn) { return 6 * FoldedFile(pawn) + pawn.rank() - 1; }

// How many squares a pawn may have that does not lead, if `pawn` does; also the pawn's own number
// among those squares.
constexpr int PawnRoom(Square pawn) {
  return 47 - 12 * FoldedFile(pawn) - 2 * (pawn.rank() - 1) - (pawn.file() > 3 ? 1 : 0);
}

// Ways for `count` pawns of which the leading one stands on `file` and below `rank`.
u64 PawnsBelow(int file, int rank, int count) {
  u64 sum = 0;
  for (int r = 1; r < rank; ++r) sum += kChoose[PawnRoom(Square(file, r))][count - 1];
  return sum;
}

void MirrorAll(SquareList& squares) {
  for (Square& square : squares) square = square.Mirrored();
}

// Brings the first pawn into the files a to d, and puts the others in their order.
u64 LeadingPawnsNumber(SquareList& squares, int count) {
  const auto end = squares.begin() + count;
  std::swap(squares[0], *std::min_element(squares.begin(), end, [](Square a, Square b) {
              return LeadOrder(a) < LeadOrder(b);
            }));
  if (squares[0].file() > 3) MirrorAll(squares);
  std::sort(squares.begin() + 1, end, [](Square a, Square b) { return PawnRoom(a) > PawnRoom(b); });
  u64 number = PawnsBelow(squares[0].file(), squares[0].rank(), count);
  for (int i = 1; i < count; ++i) number += kChoose[PawnRoom(squares[i])][count - i];
  return number;
}

// Turns the board so that the first piece stands in the triangle, and the first of the `count`
// leading ones that is not on the diagonal below it.
u64 LeadingPiecesNumber(SquareList& squares, int count) {
  if (squares[0].file() > 3) MirrorAll(squares);
  if (squares[0].rank() > 3) {
    for (Square& square : squares) square = square.Flipped();
  }
  const auto lead_end = squares.begin() + count;
  const auto off = std::find_if(squares.begin(), lead_end,
                                [](Square square) { return AboveDiagonal(square) != 0; });
  if (off != lead_end && AboveDiagonal(*off) > 0) {
    for (Square& square : squares) square = Transposed(square);
  }
  return count == 2 ? kNumbers.kings[squares[0].index()][squares[1].index()]
                    : TripleNumber(squares[0], squares[1], squares[2]);
}

// `count` equal pieces from squares[begin] on, among the squares that those before leave; the first
// `skipped` squares of the board are none of theirs.
u64 GroupNumber(SquareList& squares, int begin, int count, int skipped) {
  std::sort(squares.begin() + begin, squares.begin() + begin + count);
  u64 number = 0;
  for (int i = 0; i < count; ++i) {
    const Square square = squares[begin + i];
    const auto before = std::count_if(squares.begin(), squares.begin() + begin,
                                      [&](Square other) { return other < square; });
    number += kChoose[square.index() - before - skipped][i + 1];
  }
  return number;
}

}  // namespace

Color LeadingPawns(Material material) {
  const int white = material.Count(Piece(Color::kWhite, Kind::kPawn));
  const int black = material.Count(Piece(Color::kBlack, Kind::kPawn));
  return black > 0 && (white == 0 || black < white) ? Color::kBlack : Color::kWhite;
}

std::optional<Placement> Placement::Make(Material material, const Order& order, int file) {
  Placement placement;
  placement.order_ = order;
  placement.has_pawns_ = material.HasPawns();
  placement.both_have_pawns_ = material.HasPawns(Color::kWhite) && material.HasPawns(Color::kBlack);
  placement.file_ = file;
  if (!placement.SetGroups(material) || !placement.SetWeights()) return std::nullopt;
  return placement;
}

bool Placement::SetGroups(Material material) {
  const PieceList& pieces = order_.pieces;
  // Equal pieces stand together, and there are as many as there should be.
  int found = 0;
  for (size_t i = 0; i < pieces.size(); i += material.Count(pieces[i])) {
    const size_t count = material.Count(pieces[i]);
    if (count == 0 || count > pieces.size() - i) return false;
    for (size_t j = 0; j < pieces.size(); ++j) {
      if ((pieces[j] == pieces[i]) != (j >= i && j < i + count)) return false;
    }
    found += static_cast<int>(count);
  }
  if (found != material.pieces()) return false;

  size_t placed = 0;
  if (has_pawns_) {
    const Color leading = LeadingPawns(material);
    for (const Color color : {leading, !leading}) {
      if (!material.HasPawns(color)) continue;
      if (pieces[placed] != Piece(color, Kind::kPawn)) return false;
      groups_.push_back({.count = material.Count(pieces[placed])});
      placed += material.Count(pieces[placed]);
    }
  } else {
    int single = 0;  // kinds of which there is one
    for (const Piece piece : pieces) single += material.Count(piece) == 1 ? 1 : 0;
    const int count = single > 2 ? 3 : 2;
    for (; placed < static_cast<size_t>(count); ++placed) {
      if (material.Count(pieces[placed]) != 1) return false;
    }
    groups_.push_back({.count = count});
  }
  for (; placed < pieces.size(); placed += material.Count(pieces[placed])) {
    groups_.push_back({.count = material.Count(pieces[placed])});
  }
  return true;
}

u64 Placement::LeadBase() const {
  const int count = groups_[0].count;
  return has_pawns_ ? PawnsBelow(file_, 7, count) : count == 2 ? kKingPairs : kTriples;
}

bool Placement::SetWeights() {
  const int digits = static_cast<int>(groups_.size());
  const size_t special = both_have_pawns_ ? 2 : 1;
  if (order_.lead_digit >= digits) return false;
  if (both_have_pawns_ &&
      (order_.pawns_digit >= digits || order_.pawns_digit == order_.lead_digit)) {
    return false;
  }
  groups_[0].base = LeadBase();
  int room = 64 - groups_[0].count;
  if (both_have_pawns_) {
    groups_[1].base = Choose(48 - groups_[0].count, groups_[1].count);
    room -= groups_[1].count;
  }
  for (size_t i = special; i < groups_.size(); ++i) {
    groups_[i].base = Choose(room, groups_[i].count);
    room -= groups_[i].count;
  }

  size_ = 1;
  size_t next = special;
  for (int digit = 0; digit < digits; ++digit) {
    const bool is_pawns = both_have_pawns_ && digit == order_.pawns_digit;
    Group& group = groups_[digit == order_.lead_digit ? 0 : is_pawns ? 1 : next++];
    group.weight = size_;
    size_ *= group.base;
  }
  return true;
}

u64 Placement::Number(SquareList squares) const {
  const int lead = groups_[0].count;
  u64 number = groups_[0].weight * (has_pawns_ ? LeadingPawnsNumber(squares, lead)
                                               : LeadingPiecesNumber(squares, lead));
  int placed = lead;
  for (size_t i = 1; i < groups_.size(); ++i) {
    const bool is_pawns = both_have_pawns_ && i == 1;
    number += groups_[i].weight * GroupNumber(squares, placed, groups_[i].count, is_pawns ? 8 : 0);
    placed += groups_[i].count;
  }
  return number;
}

}  // namespace coherent::syzygy
