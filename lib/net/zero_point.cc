#include "lib/net/zero_point.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

#include "lib/net/features.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

// Neurons handled at once: their part of a row is a few cache lines.
constexpr int kTile = 32;
// All charges are counted in quarters of a weight.
constexpr int kQuarters = 4;
// What the attacker bears of a pair; the target bears the rest. Any share gives valid bounds.
constexpr auto kAttackerQuarters = std::to_array({2, 3});
constexpr int kShares = kAttackerQuarters.size();

constexpr int kPlaces = Piece::kCount * Square::kCount;
int PlaceOf(Piece piece, Square square) { return piece.index() * Square::kCount + square.index(); }

constexpr int kNoRow = -1;

// A piece on a square and one possible neighbour: the rows of both directions, where there are
// such.
struct Neighbour {
  int attack = kNoRow;    // the piece attacks the neighbour
  int attacked = kNoRow;  // the neighbour attacks the piece
};
// Neighbours of which at most one is there: those on one ray, or on one knight square.
using Group = std::vector<Neighbour>;

bool MayStandOn(Piece piece, Square square) {
  return piece.kind() != Kind::kPawn || (square.rank() != 0 && square.rank() != 7);
}

int RowOrNone(Piece attacker, Square from, Square to, Piece target) {
  if (!EmptyBoardReach(attacker, from).Contains(to)) return kNoRow;
  return ThreatRow({attacker, from, to, target});
}

Group GroupOf(Piece piece, Square from, std::span<const Square> squares) {
  Group group;
  for (const Square to : squares) {
    for (int i = 0; i < Piece::kCount; ++i) {
      const Piece other = Piece::FromIndex(i);
      if (!MayStandOn(other, to)) continue;
      const Neighbour neighbour = {RowOrNone(piece, from, to, other),
                                   RowOrNone(other, to, from, piece)};
      if (neighbour.attack != kNoRow || neighbour.attacked != kNoRow) group.push_back(neighbour);
    }
  }
  return group;
}

// The squares from `from` in steps of (file, rank), at most `steps`.
std::vector<Square> Walk(Square from, int file, int rank, int steps) {
  std::vector<Square> squares;
  for (int i = 1; i <= steps; ++i) {
    const int f = from.file() + i * file, r = from.rank() + i * rank;
    if (f < 0 || f > 7 || r < 0 || r > 7) break;
    squares.push_back(Square(f, r));
  }
  return squares;
}

std::vector<Group> GroupsOf(Piece piece, Square from) {
  std::vector<Group> groups;
  if (!MayStandOn(piece, from)) return groups;
  for (const int file : {-2, -1, 0, 1, 2}) {
    for (const int rank : {-2, -1, 0, 1, 2}) {
      const int size = file * file + rank * rank;
      if (size != 1 && size != 2 && size != 5) continue;  // a rook's, bishop's or knight's step
      Group group = GroupOf(piece, from, Walk(from, file, rank, size == 5 ? 1 : 7));
      if (!group.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

// By place.
const std::vector<std::vector<Group>>& AllGroups() {
  static const auto& groups = *new std::vector<std::vector<Group>>([] {
    std::vector<std::vector<Group>> all(kPlaces);
    for (int i = 0; i < Piece::kCount; ++i) {
      const Piece piece = Piece::FromIndex(i);
      for (const Square from : Bitboard::All()) all[PlaceOf(piece, from)] = GroupsOf(piece, from);
    }
    return all;
  }());
  return groups;
}

using Lanes = std::array<i32, kTile>;

// Largest and smallest charge, for each share.
struct Charges {
  std::array<Lanes, kShares> max = {};
  std::array<Lanes, kShares> min = {};
};

// Raises `worst` to what `neighbour` charges; it starts from nobody being there.
void Consider(const i16* attack, const i16* attacked, Charges& worst) {
  for (int share = 0; share < kShares; ++share) {
    const int own = kAttackerQuarters[share], others = kQuarters - own;
    Lanes& max = worst.max[share];
    Lanes& min = worst.min[share];
    for (int j = 0; j < kTile; ++j) {
      const i32 charge = own * attack[j] + others * attacked[j];
      max[j] = std::max(max[j], charge);
      min[j] = std::min(min[j], charge);
    }
  }
}

void Add(const Charges& worst, Charges& sum) {
  for (int share = 0; share < kShares; ++share) {
    for (int j = 0; j < kTile; ++j) {
      sum.max[share][j] += worst.max[share][j];
      sum.min[share][j] += worst.min[share][j];
    }
  }
}

// What each piece on each square can be charged with for its threat pairs, neurons `first` and
// following; by place.
std::vector<Charges> ThreatCharges(const Network& network, int first) {
  static constexpr std::array<i16, kTile> kNothing = {};
  const auto weights = [&network, first](int row) {
    return row == kNoRow ? kNothing.data() : &network.ThreatRow(row)[first];
  };
  std::vector<Charges> charges(kPlaces);
  if (!network.architecture.has_threats()) return charges;
  for (int place = 0; place < kPlaces; ++place) {
    for (const Group& group : AllGroups()[place]) {
      Charges worst;
      for (const Neighbour& neighbour : group) {
        Consider(weights(neighbour.attack), weights(neighbour.attacked), worst);
      }
      Add(worst, charges[place]);
    }
  }
  return charges;
}

// By place.
using Values = std::array<i32, kPlaces>;

// Of the 64 squares' values.
i32 SumOfLargest(std::array<i32, Square::kCount> values, int count) {
  std::nth_element(values.begin(), values.begin() + count, values.end(), std::greater<>());
  return std::accumulate(values.begin(), values.begin() + count, 0);
}

// The largest sum of a position whose pieces are worth at most `value` by place, the own king
// standing on one of `king_squares`; in quarters.
i32 LargestSum(const Values& value, Bitboard king_squares) {
  const auto of = [&value](Color color, Kind kind, Square square) {
    return value[PlaceOf(Piece(color, kind), square)];
  };
  i32 own_king = std::numeric_limits<i32>::min(), other_king = own_king;
  for (const Square square : king_squares) {
    own_king = std::max(own_king, of(Color::kWhite, Kind::kKing, square));
  }
  std::array<i32, Square::kCount> own = {}, other = {}, either = {};
  for (const Square square : Bitboard::All()) {
    other_king = std::max(other_king, of(Color::kBlack, Kind::kKing, square));
    const int s = square.index();
    for (const Kind kind : {Kind::kPawn, Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen}) {
      if (!MayStandOn(Piece(Color::kWhite, kind), square)) continue;
      own[s] = std::max(own[s], of(Color::kWhite, kind, square));
      other[s] = std::max(other[s], of(Color::kBlack, kind, square));
    }
    either[s] = std::max(own[s], other[s]);
  }
  const i32 any_30 = SumOfLargest(either, 30);
  const i32 each_15 = SumOfLargest(own, 15) + SumOfLargest(other, 15);
  return own_king + other_king + std::min(any_30, each_15);
}

i32 FloorDivide(i32 a, i32 b) { return a / b - (a % b < 0 ? 1 : 0); }

Bitboard KingSquares(const BucketTable& table, int bucket) {
  Bitboard squares;
  for (const Square square : Bitboard::All()) {
    if (square.file() < 4 && KingBucket(table, square) == bucket) squares |= Bitboard(square);
  }
  return squares;
}

// One neuron's weights of one bucket's piece rows with its charges, in quarters.
struct Extremes {
  Values max;
  Values min;
};

Extremes ValuesOf(const Network& network, int bucket, int neuron, std::span<const Charges> charges,
                  int share) {
  Extremes values;
  for (int place = 0; place < kPlaces; ++place) {
    const int row = kPieceRowsOfBucket * bucket + place;
    const i32 weight = kQuarters * network.PieceRow(row)[neuron];
    values.max[place] = weight + charges[place].max[share][neuron % kTile];
    values.min[place] = weight + charges[place].min[share][neuron % kTile];
  }
  return values;
}

struct Range {
  i32 lower;
  i32 upper;
};

// Bounds of one neuron while the own king is in `bucket`.
Range RangeInBucket(const Network& network, int bucket, int neuron,
                    std::span<const Charges> charges) {
  const Bitboard king_squares = KingSquares(network.architecture.bucket_table, bucket);
  Range range = {std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max()};
  for (int share = 0; share < kShares; ++share) {
    Extremes values = ValuesOf(network, bucket, neuron, charges, share);
    for (i32& value : values.min) value = -value;
    // The true sums are whole, so rounding inwards keeps the bounds valid.
    const i32 upper = FloorDivide(LargestSum(values.max, king_squares), kQuarters);
    const i32 lower = -FloorDivide(LargestSum(values.min, king_squares), kQuarters);
    range = {std::max(range.lower, lower), std::min(range.upper, upper)};
  }
  return range;
}

}  // namespace

i32 Midpoint(i32 lower, i32 upper) {
  const i64 sum = i64{lower} + upper;
  return static_cast<i32>(sum >> 1);
}

bool FitsInt16(const ZeroPoints& points) {
  using Limits = std::numeric_limits<i16>;
  for (size_t j = 0; j < points.zero.size(); ++j) {
    const i64 zero = points.zero[j];
    if (points.lower[j] - zero < Limits::min() || points.upper[j] - zero > Limits::max()) {
      return false;
    }
  }
  return true;
}

ZeroPoints ChargeBounds(const Network& network) {
  const int width = network.architecture.width;
  ZeroPoints points;
  std::vector<Charges> charges;
  for (int neuron = 0; neuron < width; ++neuron) {
    if (neuron % kTile == 0) charges = ThreatCharges(network, neuron);
    Range range = {std::numeric_limits<i32>::max(), std::numeric_limits<i32>::min()};
    for (int bucket = 0; bucket < network.architecture.buckets; ++bucket) {
      if (KingSquares(network.architecture.bucket_table, bucket).IsEmpty()) continue;
      const Range in_bucket = RangeInBucket(network, bucket, neuron, charges);
      range.lower = std::min(range.lower, in_bucket.lower);
      range.upper = std::max(range.upper, in_bucket.upper);
    }
    points.zero.push_back(Midpoint(range.lower, range.upper));
    points.lower.push_back(range.lower);
    points.upper.push_back(range.upper);
  }
  return points;
}

}  // namespace coherent::net
