#include "lib/uci/command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "lib/base/quoted.h"
#include "lib/base/status_macros.h"

namespace coherent::uci {
namespace {

// Some thirty years: far from overflow whatever a clock rule multiplies it by.
constexpr i64 kLongestMs = 1'000'000'000'000;
constexpr i64 kLargestInt = std::numeric_limits<int>::max();

// Takes a line apart from the left. CR, tab and runs of blanks separate words.
class Words {
 public:
  explicit Words(absl::string_view line) : rest_(absl::StripAsciiWhitespace(line)) {}

  bool IsEmpty() const { return rest_.empty(); }
  absl::string_view rest() const { return rest_; }
  absl::string_view Peek() const {
    const auto* const end = std::find_if(rest_.begin(), rest_.end(), absl::ascii_isspace);
    return rest_.substr(0, end - rest_.begin());
  }
  absl::string_view Take() {
    const absl::string_view word = Peek();
    rest_ = absl::StripLeadingAsciiWhitespace(rest_.substr(word.size()));
    return word;
  }

 private:
  absl::string_view rest_;
};

absl::Status Unexpected(absl::string_view where, absl::string_view found,
                        absl::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat(
      where, ": found ", found.empty() ? "nothing" : Quoted(found), ", expected ", expected));
}

// The next word as a number; one beyond i64 is the last one on its side.
absl::StatusOr<i64> TakeNumber(absl::string_view where, Words& words) {
  const absl::string_view word = words.Take();
  i64 number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || end != word.data() + word.size() || error == std::errc::invalid_argument) {
    return Unexpected(where, word, "a whole number");
  }
  if (error == std::errc::result_out_of_range) {
    return word.front() == '-' ? std::numeric_limits<i64>::min() : std::numeric_limits<i64>::max();
  }
  return number;
}

int Count(i64 number) { return static_cast<int>(std::clamp<i64>(number, 1, kLargestInt)); }
i64 ClockMs(i64 number) { return std::clamp<i64>(number, 0, kLongestMs); }

// The words of `go` that a number follows.
struct GoNumber {
  absl::string_view word;
  void (*set)(Go& go, i64 number);
};
constexpr auto kGoNumbers = std::to_array<GoNumber>({
    {"wtime", [](Go& go, i64 number) { go.wtime_ms = ClockMs(number); }},
    {"btime", [](Go& go, i64 number) { go.btime_ms = ClockMs(number); }},
    {"winc", [](Go& go, i64 number) { go.winc_ms = ClockMs(number); }},
    {"binc", [](Go& go, i64 number) { go.binc_ms = ClockMs(number); }},
    {"movestogo",
     [](Go& go, i64 number) {
       // Zero or less is how some GUIs write that there is no control.
       go.moves_to_go = number > 0 ? std::optional<int>(Count(number)) : std::nullopt;
     }},
    {"depth", [](Go& go, i64 number) { go.depth = Count(number); }},
    {"nodes", [](Go& go, i64 number) { go.nodes = static_cast<u64>(std::max<i64>(number, 1)); }},
    {"mate", [](Go& go, i64 number) { go.mate = Count(number); }},
    {"movetime",
     [](Go& go, i64 number) { go.movetime_ms = std::clamp<i64>(number, 1, kLongestMs); }},
});

const GoNumber* FindGoNumber(absl::string_view word) {
  const auto* const found = std::find_if(kGoNumbers.begin(), kGoNumbers.end(),
                                         [&](const GoNumber& entry) { return entry.word == word; });
  return found == kGoNumbers.end() ? nullptr : found;
}

bool IsGoWord(absl::string_view word) {
  return word == "searchmoves" || word == "ponder" || word == "infinite" || word == "perft" ||
         FindGoNumber(word) != nullptr;
}

absl::StatusOr<Command> ParsePerft(Words& words) {
  ASSIGN_OR_RETURN(const i64 depth, TakeNumber("go perft", words));
  if (depth < 0 || depth > kLargestInt) {
    return Unexpected("go perft", absl::StrCat(depth), "a depth of 0 or more");
  }
  return Perft{static_cast<int>(depth)};
}

absl::StatusOr<Command> ParseGo(Words words) {
  Go go;
  while (!words.IsEmpty()) {
    const absl::string_view word = words.Take();
    if (word == "perft") return ParsePerft(words);
    if (word == "ponder") {
      go.ponder = true;
    } else if (word == "infinite") {
      go.infinite = true;
    } else if (word == "searchmoves") {
      while (!words.IsEmpty() && !IsGoWord(words.Peek())) {
        go.search_moves.emplace_back(words.Take());
      }
    } else if (const GoNumber* const entry = FindGoNumber(word); entry != nullptr) {
      ASSIGN_OR_RETURN(const i64 number, TakeNumber(absl::StrCat("go ", word), words));
      entry->set(go, number);
    }
  }
  return go;
}

absl::StatusOr<Command> ParseDebug(Words words) {
  const absl::string_view word = words.Take();
  if (word != "on" && word != "off") return Unexpected("debug", word, "on or off");
  return SetDebug{word == "on"};
}

absl::StatusOr<Command> ParseSetOption(Words words) {
  if (const absl::string_view word = words.Take(); word != "name") {
    return Unexpected("setoption", word, "the word name");
  }
  SetOption command;
  while (!words.IsEmpty()) {
    const absl::string_view word = words.Take();
    if (word == "value") {
      command.value = std::string(words.rest());
      break;
    }
    absl::StrAppend(&command.name, command.name.empty() ? "" : " ", word);
  }
  if (command.name.empty()) return Unexpected("setoption name", "", "the name of an option");
  return command;
}

absl::StatusOr<Command> ParsePosition(Words words) {
  SetPosition command;
  const absl::string_view kind = words.Take();
  if (kind == "fen") {
    while (!words.IsEmpty() && words.Peek() != "moves") {
      absl::StrAppend(&command.fen, command.fen.empty() ? "" : " ", words.Take());
    }
    if (command.fen.empty()) return Unexpected("position fen", "", "a FEN");
  } else if (kind != "startpos") {
    return Unexpected("position", kind, "startpos or fen");
  }
  if (words.IsEmpty()) return command;
  if (const absl::string_view word = words.Take(); word != "moves") {
    return Unexpected("position startpos", word, "the word moves before the moves");
  }
  while (!words.IsEmpty()) command.moves.emplace_back(words.Take());
  return command;
}

absl::StatusOr<Command> ParseBench(Words words) {
  if (words.IsEmpty()) return Bench{};
  const absl::string_view word = words.Take();
  if (word != "depth" && word != "nodes") return Unexpected("bench", word, "depth or nodes");
  ASSIGN_OR_RETURN(const i64 number, TakeNumber(absl::StrCat("bench ", word), words));
  if (number < 1) return Unexpected("bench", absl::StrCat(number), "a limit of 1 or more");
  if (!words.IsEmpty()) return Unexpected("bench", words.rest(), "one limit");
  if (word == "depth") return Bench{.depth = Count(number)};
  return Bench{.nodes = static_cast<u64>(number)};
}

absl::StatusOr<Command> ParseMakeOpenings(Words words) {
  ASSIGN_OR_RETURN(const i64 count, TakeNumber("genfens", words));
  if (count < 1) return Unexpected("genfens", absl::StrCat(count), "a number of 1 or more");
  if (const absl::string_view word = words.Take(); word != "seed") {
    return Unexpected("genfens", word, "the word seed");
  }
  ASSIGN_OR_RETURN(const i64 seed, TakeNumber("genfens seed", words));
  if (seed < 0) return Unexpected("genfens seed", absl::StrCat(seed), "a number of 0 or more");
  if (const absl::string_view word = words.Take(); word != "book") {
    return Unexpected("genfens", word, "the word book");
  }
  const absl::string_view book = words.Take();
  if (book.empty()) return Unexpected("genfens book", "", "a file or None");
  return MakeOpenings{.count = Count(count),
                      .seed = static_cast<u64>(seed),
                      .book = book == "None" ? "" : std::string(book),
                      .extra = std::string(words.rest())};
}

template <class T>
absl::StatusOr<Command> ParseBare(Words) {
  return T{};
}

struct CommandWord {
  absl::string_view word;
  absl::StatusOr<Command> (*parse)(Words rest);
};
constexpr auto kCommandWords = std::to_array<CommandWord>({
    {"uci", ParseBare<Identify>},
    {"debug", ParseDebug},
    {"isready", ParseBare<AskReady>},
    {"setoption", ParseSetOption},
    {"register", ParseBare<Nothing>},
    {"ucinewgame", ParseBare<NewGame>},
    {"position", ParsePosition},
    {"go", ParseGo},
    {"stop", ParseBare<Stop>},
    {"ponderhit", ParseBare<PonderHit>},
    {"quit", ParseBare<Quit>},
    {"bench", ParseBench},
    {"genfens", ParseMakeOpenings},
    {"eval", ParseBare<Evaluate>},
    {"d", ParseBare<Display>},
    {"help", ParseBare<Help>},
    {"--help", ParseBare<Help>},
    {"-h", ParseBare<Help>},
});

const CommandWord* FindCommandWord(absl::string_view word) {
  const auto* const found =
      std::find_if(kCommandWords.begin(), kCommandWords.end(),
                   [&](const CommandWord& entry) { return entry.word == word; });
  return found == kCommandWords.end() ? nullptr : found;
}

}  // namespace

absl::StatusOr<Command> ParseCommand(absl::string_view line) {
  Words words(line);
  if (words.IsEmpty()) return Nothing{};
  while (!words.IsEmpty()) {
    const CommandWord* const entry = FindCommandWord(words.Take());
    if (entry != nullptr) return entry->parse(words);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unknown command ", Quoted(absl::StripAsciiWhitespace(line))));
}

bool IsCommandWord(absl::string_view word) { return FindCommandWord(word) != nullptr; }

}  // namespace coherent::uci
