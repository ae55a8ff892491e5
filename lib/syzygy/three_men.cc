#include "lib/syzygy/three_men.h"

#include <cstdlib>

namespace coherent::syzygy {

using chess::Color;
using chess::Kind;

namespace {

struct Step {
  int file;
  int rank;
};
constexpr Step kSteps[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr Step kJumps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

bool Touch(int a, int b) { return std::abs(a % 8 - b % 8) <= 1 && std::abs(a / 8 - b / 8) <= 1; }

// Calls `visit` with each square that is reached from `from` by a step, or by several until
// `blocks` says that there is something, that square included. Ends, and says so, when `visit`
// returns true.
template <class Blocks, class Visit>
bool Walk(int from, Step step, bool slides, Blocks blocks, Visit visit) {
  int file = from % 8 + step.file, rank = from / 8 + step.rank;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    const int square = 8 * rank + file;
    if (visit(square)) return true;
    if (!slides || blocks(square)) return false;
    file += step.file;
    rank += step.rank;
  }
  return false;
}

// The same for all a piece attacks; pawns are white.
template <class Blocks, class Visit>
bool WalkAll(Kind kind, int from, Blocks blocks, Visit visit) {
  for (int i = 0; i < 8; ++i) {
    const bool straight = i < 4;
    const Step step = kind == Kind::kKnight ? kJumps[i] : kSteps[i];
    if ((kind == Kind::kRook && !straight) || (kind == Kind::kBishop && straight) ||
        (kind == Kind::kPawn && (straight || step.rank < 0))) {
      continue;
    }
    const bool slides = kind == Kind::kRook || kind == Kind::kBishop || kind == Kind::kQueen;
    if (Walk(from, step, slides, blocks, visit)) return true;
  }
  return false;
}

constexpr auto kNothingBlocks = [](int) { return false; };

}  // namespace

ThreeMen::ThreeMen(Kind kind, const std::vector<const ThreeMen*>& promoted)
    : kind_(kind), promoted_(promoted) {
  for (std::vector<i8>& plies : plies_) plies.assign(64 * 64 * 64, kNotWon);
  if (kind == Kind::kPawn) {
    // What a pawn move leads to has to be known first.
    for (int rank = 6; rank >= 1; --rank) {
      std::vector<int> squares;
      for (int file = 0; file < 8; ++file) squares.push_back(8 * rank + file);
      Solve(squares);
    }
  } else {
    std::vector<int> squares;
    for (int square = 0; square < 64; ++square) squares.push_back(square);
    Solve(squares);
  }
}

bool ThreeMen::Checks(const Men& men) const {
  return WalkAll(
      kind_, men.piece, [&](int square) { return square == men.king; },
      [&](int square) { return square == men.other_king; });
}

bool ThreeMen::IsLegal(Color to_move, const Men& men) const {
  if (Touch(men.king, men.other_king) || men.king == men.piece || men.other_king == men.piece) {
    return false;
  }
  if (kind_ == Kind::kPawn && (men.piece < 8 || men.piece >= 56)) return false;
  return to_move == Color::kBlack || !Checks(men);
}

void ThreeMen::Solve(const std::vector<int>& squares) {
  std::array<std::vector<Men>, 2> open;  // not won so far
  for (const int piece : squares) {
    for (int king = 0; king < 64; ++king) {
      for (int other = 0; other < 64; ++other) {
        const Men men = {.king = king, .other_king = other, .piece = piece};
        for (const Color color : chess::kColors) {
          if (IsLegal(color, men)) open[Index(color)].push_back(men);
        }
      }
    }
  }
  // Two layers without a win: then there are no longer ones.
  for (int plies = 0, idle = 0; idle < 2; ++plies) {
    const Color color = plies % 2 == 0 ? Color::kBlack : Color::kWhite;
    std::vector<Men> left;
    for (const Men& men : open[Index(color)]) {
      if (color == Color::kWhite ? WinsIn(plies, men) : LosesIn(plies, men)) {
        At(color, men) = static_cast<i8>(plies);
      } else {
        left.push_back(men);
      }
    }
    idle = left.size() == open[Index(color)].size() ? idle + 1 : 0;
    open[Index(color)] = std::move(left);
  }
}

bool ThreeMen::WinsIn(int plies, const Men& men) const {
  if (plies == 1 && kind_ == Kind::kPawn && PawnMoveWins(men)) return true;
  const bool by_king = WalkAll(Kind::kKing, men.king, kNothingBlocks, [&](int to) {
    return to != men.piece && !Touch(to, men.other_king) &&
           IsLost({.king = to, .other_king = men.other_king, .piece = men.piece});
  });
  if (by_king || kind_ == Kind::kPawn) return by_king;
  return WalkAll(
      kind_, men.piece, [&](int square) { return square == men.king || square == men.other_king; },
      [&](int to) {
        return to != men.king && to != men.other_king &&
               IsLost({.king = men.king, .other_king = men.other_king, .piece = to});
      });
}

bool ThreeMen::PawnMoveWins(const Men& men) const {
  const auto is_free = [&](int to) { return to != men.king && to != men.other_king; };
  const int to = men.piece + 8;
  if (!is_free(to)) return false;
  const Men next = {.king = men.king, .other_king = men.other_king, .piece = to};
  if (to >= 56) {
    for (const ThreeMen* promoted : promoted_) {
      if (promoted->IsLost(next)) return true;
    }
    return false;
  }
  if (IsLost(next)) return true;
  if (men.piece >= 16 || !is_free(to + 8)) return false;
  return IsLost({.king = men.king, .other_king = men.other_king, .piece = to + 8});
}

bool ThreeMen::LosesIn(int plies, const Men& men) const {
  bool can_move = false;
  const bool escapes = WalkAll(Kind::kKing, men.other_king, kNothingBlocks, [&](int to) {
    if (Touch(to, men.king)) return false;
    if (to == men.piece) return true;  // the piece is not protected
    const Men next = {.king = men.king, .other_king = to, .piece = men.piece};
    if (Checks(next)) return false;
    can_move = true;
    return At(Color::kWhite, next) == kNotWon;
  });
  if (escapes) return false;
  return plies == 0 ? !can_move && Checks(men) : can_move;
}

}  // namespace coherent::syzygy
