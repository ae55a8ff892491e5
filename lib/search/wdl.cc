#include "lib/search/wdl.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "lib/base/int.h"
#include "lib/search/score.h"

namespace coherent::search {
namespace {

using chess::Kind;

// Fitted: a = 74 + 18 m, b = 19 + 63 m + 42 m^2 with m = material / 58.
constexpr i64 kFullMaterial = 58;

int MaterialPoints(const chess::Position& position) {
  int points = 0;
  for (const auto& [kind, value] :
       {std::pair{Kind::kPawn, 1}, std::pair{Kind::kKnight, 3}, std::pair{Kind::kBishop, 3},
        std::pair{Kind::kRook, 5}, std::pair{Kind::kQueen, 9}}) {
    points += value * position.Pieces(kind).Count();
  }
  return points;
}

constexpr int kStepsOfOne = 256, kLast = 8 * kStepsOfOne;

// 1000 / (1 + exp(i / 256)), rounded. Computed by the compiler, in double without any library.
constexpr std::array<int, kLast + 1> MakeLogistic() {
  std::array<int, kLast + 1> logistic = {};
  constexpr double kStep = 1.0 / kStepsOfOne;
  constexpr double kFactor =
      1 + kStep * (1 + kStep / 2 * (1 + kStep / 3 * (1 + kStep / 4 * (1 + kStep / 5))));
  double power = 1;
  for (int& value : logistic) {
    value = static_cast<int>((2'000 / (1 + power) + 1) / 2);
    power *= kFactor;
  }
  return logistic;
}

constexpr std::array<int, kLast + 1> kLogistic = MakeLogistic();
static_assert(kLogistic[0] == 500 && kLogistic[kStepsOfOne] == 269 && kLogistic[kLast] == 0);

// Permille that a score is won with; `m` is the material.
int Win(i64 score, i64 m) {
  constexpr i64 kFull = kFullMaterial;
  const i64 a_times_full = 74 * kFull + 18 * m;
  const i64 b_times_square = (19 * kFull + 63 * m) * kFull + 42 * m * m;
  const i64 z = (a_times_full - score * kFull) * kFull * kStepsOfOne / b_times_square;
  const int value = kLogistic[std::min<i64>(std::abs(z), kLast)];
  return z >= 0 ? value : 1'000 - value;
}

}  // namespace

std::array<int, 3> WinDrawLoss(int score, const chess::Position& position) {
  if (IsWin(score)) return {1'000, 0, 0};
  if (IsLoss(score)) return {0, 0, 1'000};
  const int material = MaterialPoints(position);
  const int win = Win(score, material), loss = Win(-score, material);
  return {win, 1'000 - win - loss, loss};
}

}  // namespace coherent::search
