#include "lib/data/import.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/bytes.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/types.h"
#include "lib/data/ending.h"

namespace coherent::data {
namespace {

using chess::Position;

absl::Status NoGames(absl::string_view name) {
  return absl::InvalidArgumentError(absl::StrCat(name, ": found no game"));
}

// What viriformat sets aside for the future: eight zero bytes where a board would be.
absl::StatusOr<bool> SkipExtension(absl::string_view bytes, ByteReader& reader) {
  constexpr size_t kMark = 8;
  if (reader.remaining() < kMark || GetLittleEndian<u64>(bytes, reader.offset()) != 0) return false;
  RETURN_IF_ERROR(reader.Read(kMark + 2, "extension").status());
  ASSIGN_OR_RETURN(const u16 size, reader.ReadNumber<u16>("extension"));
  RETURN_IF_ERROR(reader.Read(size + 4, "extension").status());
  return true;
}

// One line: a position, its score, the game's result, the move.
struct TextLine {
  Position position;
  ScoredMove played;
  Outcome outcome;
};

std::optional<Outcome> ParseOutcome(absl::string_view text) {
  if (text == "1" || text == "1.0") return Outcome::kWhiteWins;
  if (text == "0.5") return Outcome::kDraw;
  if (text == "0" || text == "0.0") return Outcome::kBlackWins;
  return std::nullopt;
}

absl::StatusOr<TextLine> ParseLine(absl::string_view text) {
  std::vector<absl::string_view> fields = absl::StrSplit(text, '|');
  if (fields.size() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("found ", fields.size(), " fields, expected FEN | score | result | move"));
  }
  for (absl::string_view& field : fields) field = absl::StripAsciiWhitespace(field);
  TextLine line;
  ASSIGN_OR_RETURN(line.position, chess::ParseFen(fields[0]));
  int score = kNoScore;
  if (fields[1] != "none" &&
      (!absl::SimpleAtoi(fields[1], &score) || score <= -kNoScore || score >= kNoScore)) {
    return absl::InvalidArgumentError(
        absl::StrCat("score: found ", fields[1], ", expected centipawns or none"));
  }
  const std::optional<Outcome> outcome = ParseOutcome(fields[2]);
  if (!outcome) {
    return absl::InvalidArgumentError(
        absl::StrCat("result: found ", fields[2], ", expected 1.0, 0.5 or 0.0"));
  }
  line.outcome = *outcome;
  ASSIGN_OR_RETURN(const chess::Move move, chess::ParseUciMove(line.position, fields[3]));
  line.played = {move, static_cast<i16>(score)};
  return line;
}

// Puts lines together to games: a line belongs to the game whose last move led to its position.
class TextJoiner {
 public:
  explicit TextJoiner(const GameSink& sink) : sink_(sink) {}

  absl::Status Add(const TextLine& line) {
    if (!game_.moves.empty() && (line.position != next_ || line.outcome != game_.outcome)) {
      RETURN_IF_ERROR(EndGame());
    }
    if (game_.moves.empty()) {
      game_.start = line.position;
      game_.outcome = line.outcome;
      keys_.Reset(line.position);
    }
    game_.moves.push_back(line.played);
    next_ = line.position;
    next_.Make(line.played.move);
    keys_.Push(next_);
    return absl::OkStatus();
  }

  absl::Status EndGame() {
    if (game_.moves.empty()) return absl::OkStatus();
    const std::optional<Verdict> verdict = VerdictOfRules(next_, keys_);
    if (verdict && verdict->outcome == game_.outcome) game_.ending = verdict->ending;
    ++games_;
    const Game game = std::exchange(game_, {});
    return sink_(game);
  }

  u64 games() const { return games_; }

 private:
  const GameSink& sink_;
  Game game_;
  Position next_;
  chess::KeyHistory keys_{Position()};
  u64 games_ = 0;
};

}  // namespace

absl::StatusOr<ImportCounts> ImportViriformat(absl::string_view name, absl::string_view bytes,
                                              const GameSink& sink) {
  ImportCounts counts;
  ByteReader reader(name, bytes);
  while (reader.remaining() > 0) {
    ASSIGN_OR_RETURN(const bool is_extension, SkipExtension(bytes, reader));
    if (is_extension) continue;
    const size_t begin = reader.offset();
    // A board and nothing but the end of a game behind it.
    if (reader.remaining() >= GameBytes(0) && GetLittleEndian<u32>(bytes, begin + 32) == 0) {
      RETURN_IF_ERROR(reader.Read(GameBytes(0), "game").status());
      ++counts.without_moves;
      continue;
    }
    const absl::StatusOr<Game> game = ReadGame(reader);
    if (!game.ok()) {
      return absl::Status(game.status().code(), absl::StrCat(name, ": game at byte ", begin, ": ",
                                                             game.status().message()));
    }
    ++counts.games;
    RETURN_IF_ERROR(sink(*game));
  }
  if (counts.games == 0) return NoGames(name);
  return counts;
}

absl::StatusOr<ImportCounts> ImportText(absl::string_view name, absl::string_view bytes,
                                        const GameSink& sink) {
  TextJoiner joiner(sink);
  int number = 0;
  for (absl::string_view text : absl::StrSplit(bytes, '\n')) {
    ++number;
    text = absl::StripAsciiWhitespace(text);
    if (text.empty()) {
      RETURN_IF_ERROR(joiner.EndGame());
      continue;
    }
    const absl::StatusOr<TextLine> line = ParseLine(text);
    if (!line.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, ":", number, ": ", line.status().message()));
    }
    RETURN_IF_ERROR(joiner.Add(*line));
  }
  RETURN_IF_ERROR(joiner.EndGame());
  if (joiner.games() == 0) return NoGames(name);
  return ImportCounts{.games = joiner.games()};
}

std::string ToText(const Game& game) {
  static constexpr absl::string_view kOutcomes[] = {"0.0", "0.5", "1.0"};
  std::string text;
  ForEachPosition(game, [&](const Position& position, const ScoredMove& played) {
    absl::StrAppend(&text, ToFen(position), " | ");
    absl::StrAppend(&text, played.has_score() ? absl::StrCat(played.score) : "none", " | ",
                    kOutcomes[static_cast<int>(game.outcome)], " | ",
                    ToUci(played.move, chess::CastlingStyle::kKingTakesRook), "\n");
  });
  return text + "\n";
}

}  // namespace coherent::data
