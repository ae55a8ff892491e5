#include "lib/data/summary.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace coherent::data {
namespace {

double Percent(u64 part, u64 whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double BytesPerPosition(const Summary& summary) {
  return summary.positions == 0
             ? 0
             : static_cast<double>(summary.file_bytes) / static_cast<double>(summary.positions);
}

}  // namespace

void Summarizer::Add(const Game& game) {
  Summary& s = summary_;
  ++s.games;
  s.positions += game.moves.size();
  ++s.outcomes[static_cast<int>(game.outcome)];
  ++s.endings[static_cast<int>(game.ending)];
  if (starts_.insert(game.start.key()).second) ++s.distinct_starts;
  ForEachPosition(game, [&](const chess::Position& position, const ScoredMove&) {
    const u64 key = position.key();
    if (samples_ && key >> 60 != 0) return;
    ++s.duplicates_of;
    if (!seen_.insert(key).second) ++s.duplicates;
  });
}

std::string ToText(const Summary& s) {
  std::string text = absl::StrFormat(
      "games      %d, %.1f plies each, %d distinct openings\n"
      "positions  %d, %.2f %% seen before, %.2f bytes each\n"
      "results    White %.1f %%, draw %.1f %%, Black %.1f %%\n",
      s.games, static_cast<double>(s.positions) / static_cast<double>(s.games), s.distinct_starts,
      s.positions, Percent(s.duplicates, s.duplicates_of), BytesPerPosition(s),
      Percent(s.outcomes[2], s.games), Percent(s.outcomes[1], s.games),
      Percent(s.outcomes[0], s.games));
  text += "ended by  ";
  for (int i = 0; i < kEndings; ++i) {
    if (s.endings[i] == 0) continue;
    absl::StrAppend(&text, absl::StrFormat(" %s %.1f %%,", ToText(static_cast<Ending>(i)),
                                           Percent(s.endings[i], s.games)));
  }
  text.back() = '\n';
  return text;
}

Json ToJson(const Summary& s) {
  Json endings = Json::object();
  for (int i = 0; i < kEndings; ++i) {
    const absl::string_view name = ToText(static_cast<Ending>(i));
    endings[absl::StrReplaceAll(name, {{" ", "_"}})] = s.endings[i];
  }
  return {{"games", s.games},
          {"positions", s.positions},
          {"white_wins", s.outcomes[2]},
          {"draws", s.outcomes[1]},
          {"black_wins", s.outcomes[0]},
          {"endings", endings},
          {"distinct_openings", s.distinct_starts},
          {"duplicates", s.duplicates},
          {"duplicates_of", s.duplicates_of},
          {"file_bytes", s.file_bytes}};
}

}  // namespace coherent::data
