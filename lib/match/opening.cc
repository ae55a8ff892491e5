#include "lib/match/opening.h"

#include <cstdlib>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/chess/movegen.h"
#include "lib/chess/repetition.h"
#include "lib/data/ending.h"

namespace coherent::match {
namespace {

using chess::Position;

// Nullopt if the game ends on the way.
std::optional<Position> PlayRandomPlies(Position position, int plies, Random& random) {
  chess::KeyHistory keys(position);
  for (int ply = 0; ply < plies; ++ply) {
    const chess::MoveList moves = chess::LegalMoves(position);
    if (moves.empty()) return std::nullopt;
    position.Make(moves[random.Below(moves.size())]);
    keys.Push(position);
  }
  if (data::VerdictOfRules(position, keys)) return std::nullopt;
  return position;
}

}  // namespace

absl::StatusOr<Position> MakeOpening(const OpeningRules& rules, const ScoreFunction& score,
                                     Random& random) {
  constexpr int kTries = 1'000;
  CHECK(0 <= rules.min_random_plies && rules.min_random_plies <= rules.max_random_plies);
  const u64 choices = rules.max_random_plies - rules.min_random_plies + 1;
  for (int i = 0; i < kTries; ++i) {
    const Position start =
        rules.book.empty() ? Position() : rules.book[random.Below(rules.book.size())];
    const int plies = rules.min_random_plies + static_cast<int>(random.Below(choices));
    const std::optional<Position> opening = PlayRandomPlies(start, plies, random);
    if (opening && std::abs(score(*opening)) <= rules.max_score_cp) return *opening;
  }
  return absl::FailedPreconditionError(
      absl::StrCat("openings: ", kTries, " tries found none worth at most ", rules.max_score_cp,
                   " centipawns to either side"));
}

}  // namespace coherent::match
