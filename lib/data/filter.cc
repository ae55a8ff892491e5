#include "lib/data/filter.h"

#include <algorithm>
#include <cstdlib>

#include "lib/chess/position.h"

namespace coherent::data {
namespace {

// The count of the first rule that drops the position; null if it is kept. What depends on the
// game's earlier positions is the caller's.
u64* Drop(const chess::Position& position, const ScoredMove& played, int ply,
          const FilterRules& rules, FilterCounts& counts) {
  if (!rules.keep_in_check && position.InCheck()) return &counts.in_check;
  if (!rules.keep_noisy && !position.IsQuiet(played.move)) return &counts.noisy;
  if (ply < rules.min_ply) return &counts.early;
  if (std::abs(int{played.score}) > rules.max_score_cp) return &counts.score;
  if (position.occupied().Count() < rules.min_pieces) return &counts.few_pieces;
  return nullptr;
}

}  // namespace

void AppendSamples(const Game& game, const FilterRules& rules, std::vector<PackedSample>& samples,
                   FilterCounts& counts) {
  int ply = -1;
  int run = 0;  // of scores that decide for White; negative for Black
  bool is_decided = false;
  ForEachPosition(game, [&](const chess::Position& position, const ScoredMove& played) {
    ++ply;
    if (!played.has_score()) {
      ++counts.no_score;
      return;
    }
    if (is_decided) {
      ++counts.decided;
      return;
    }
    if (played.score >= rules.decided_cp) {
      run = std::max(run, 0) + 1;
    } else if (played.score <= -rules.decided_cp) {
      run = std::min(run, 0) - 1;
    } else {
      run = 0;
    }
    is_decided = rules.decided_plies > 0 && std::abs(run) >= rules.decided_plies;
    if (u64* dropped = Drop(position, played, ply, rules, counts)) {
      ++*dropped;
      return;
    }
    ++counts.kept;
    samples.emplace_back(MakeSample(position, played, game.outcome, ply));
  });
}

}  // namespace coherent::data
