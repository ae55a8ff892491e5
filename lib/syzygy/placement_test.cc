#include "lib/syzygy/placement.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/base/random.h"

namespace coherent::syzygy {
namespace {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

PieceList Pieces(absl::string_view letters) {
  PieceList pieces;
  for (const char letter : letters) pieces.push_back(*Piece::FromLetter(letter));
  return pieces;
}

struct Case {
  const char* material;
  const char* pieces;
  int lead_digit;
  int pawns_digit;
  u64 size;  // of file 0
};
constexpr Case kCases[] = {
    {"KQvK", "QKk", 0, 0, 31'332},
    {"KRvKN", "KRnk", 1, 0, u64{31'332} * 61},
    {"KQQvK", "KkQQ", 1, 0, u64{462} * 31 * 61},
    {"KPvK", "PkK", 2, 0, u64{6} * 63 * 62},
    {"KPPvK", "PPKk", 0, 0, u64{47 + 45 + 43 + 41 + 39 + 37} * 62 * 61},
    {"KPvKP", "PpkK", 2, 0, u64{6} * 47 * 62 * 61},
};

// Squares for the pieces, none twice, equal pieces in ascending order.
SquareList RandomSquares(const PieceList& pieces, Random& random) {
  SquareList squares;
  while (squares.size() < pieces.size()) {
    const Square square = Square::FromIndex(static_cast<int>(random.Below(64)));
    const Piece piece = pieces[squares.size()];
    const bool is_taken = std::find(squares.begin(), squares.end(), square) != squares.end();
    const bool is_edge = square.rank() == 0 || square.rank() == 7;
    if (is_taken || (is_edge && piece.kind() == Kind::kPawn)) continue;
    squares.push_back(square);
  }
  for (size_t i = 1; i < squares.size(); ++i) {
    if (pieces[i] == pieces[i - 1] && squares[i] < squares[i - 1]) {
      std::swap(squares[i], squares[i - 1]);
    }
  }
  return squares;
}

int FileOf(const PieceList& pieces, const SquareList& squares) {
  int file = 3;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i] == pieces[0]) file = std::min(file, FoldedFile(squares[i]));
  }
  return file;
}

TEST(PlacementTest, CountsThePlacements) {
  for (const Case& c : kCases) {
    const auto placement =
        Placement::Make(*Material::FromName(c.material),
                        {Pieces(c.pieces), c.lead_digit, c.pawns_digit}, /*file=*/0);
    ASSERT_TRUE(placement.has_value()) << c.material;
    EXPECT_EQ(placement->size(), c.size) << c.material;
  }
}

TEST(PlacementTest, NumbersAreInRangeAndEqualForMirrorImages) {
  Random random(5);
  for (const Case& c : kCases) {
    const Material material = *Material::FromName(c.material);
    const PieceList pieces = Pieces(c.pieces);
    for (int i = 0; i < 5'000; ++i) {
      const SquareList squares = RandomSquares(pieces, random);
      const bool touch = std::abs(squares[0].file() - squares[1].file()) <= 1 &&
                         std::abs(squares[0].rank() - squares[1].rank()) <= 1;
      if (touch) continue;  // they may be the kings
      const auto placement = Placement::Make(material, {pieces, c.lead_digit, c.pawns_digit},
                                             material.HasPawns() ? FileOf(pieces, squares) : 0);
      SquareList mirrored;
      for (const Square square : squares) mirrored.push_back(square.Mirrored());
      ASSERT_LT(placement->Number(squares), placement->size()) << c.material;
      ASSERT_EQ(placement->Number(squares), placement->Number(mirrored)) << c.material;
    }
  }
}

TEST(PlacementTest, DifferentPlacementsHaveDifferentNumbers) {
  const Material material = *Material::FromName("KPPvK");
  for (int file = 0; file < 4; ++file) {
    const auto placement = Placement::Make(material, {Pieces("PPKk"), 1, 0}, file);
    ASSERT_TRUE(placement.has_value());
    std::map<u64, std::vector<int>> seen;
    for (int a = 8; a < 56; ++a) {
      for (int b = a + 1; b < 56; ++b) {
        SquareList squares;
        for (const int i : {a, b, 0, 63}) squares.push_back(Square::FromIndex(i));
        if (FileOf(placement->pieces(), squares) != file) continue;
        const auto [it, is_new] = seen.try_emplace(placement->Number(squares), std::vector{a, b});
        // The leading pawn goes to the files a to d and takes the kings with it: no mirror images.
        EXPECT_TRUE(is_new) << a << " " << b << " " << it->second[0] << " " << it->second[1];
      }
    }
  }
}

TEST(PlacementTest, RefusesOrdersOfOtherPieces) {
  const Material material = *Material::FromName("KQQvK");
  EXPECT_TRUE(Placement::Make(material, {Pieces("KkQQ"), 0, 0}, 0).has_value());
  EXPECT_FALSE(Placement::Make(material, {Pieces("KkQ"), 0, 0}, 0).has_value());
  EXPECT_FALSE(Placement::Make(material, {Pieces("KkQR"), 0, 0}, 0).has_value());
  EXPECT_FALSE(Placement::Make(material, {Pieces("KQkQ"), 0, 0}, 0).has_value());
  EXPECT_FALSE(Placement::Make(material, {Pieces("QQKk"), 0, 0}, 0).has_value());
  EXPECT_FALSE(Placement::Make(material, {Pieces("KkQQ"), 2, 0}, 0).has_value());
}

TEST(MaterialTest, ReadsNamesAndNothingElse) {
  const std::optional<Material> material = Material::FromName("KQPPvKR");
  ASSERT_TRUE(material.has_value());
  EXPECT_EQ(material->pieces(), 6);
  EXPECT_EQ(material->Count(Piece(Color::kWhite, Kind::kPawn)), 2);
  EXPECT_EQ(material->Count(Piece(Color::kBlack, Kind::kRook)), 1);
  EXPECT_EQ(material->Swapped(), Material::FromName("KRvKQPP"));
  EXPECT_TRUE(Material::FromName("KQvKQ")->IsSymmetric());
  for (const char* bad : {"", "KQ", "KQK", "QvK", "KvKvK", "KXvK", "kqvk", "KQRBNPPvK", "KKvK"}) {
    EXPECT_FALSE(Material::FromName(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace coherent::syzygy
