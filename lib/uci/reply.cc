#include "lib/uci/reply.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent::uci {
namespace {

using Words = std::vector<absl::string_view>;

constexpr absl::string_view kTypeNames[] = {"check", "spin", "combo", "button", "string"};

absl::Status Malformed(absl::string_view line, absl::string_view what, absl::string_view found,
                       absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(line, ": ", what, ": found \"", found, "\", expected ", expected));
}

// The words from `begin` to before `end`, joined by single blanks.
std::string Join(const Words& words, size_t begin, size_t end) {
  return absl::StrJoin(words.begin() + static_cast<std::ptrdiff_t>(begin),
                       words.begin() + static_cast<std::ptrdiff_t>(end), " ");
}

absl::StatusOr<Reply> ParseId(const Words& words) {
  if (words.size() < 2) return Malformed("id", "field", "", "name or author");
  return Id{std::string(words[1]), Join(words, 2, words.size())};
}

absl::StatusOr<Reply> ParseBestMove(const Words& words) {
  if (words.size() < 2) return Malformed("bestmove", "move", "", "a move");
  if (words.size() > 2 && words[2] != "ponder") {
    return Malformed("bestmove", "after the move", words[2], "ponder or the end of the line");
  }
  if (words.size() > 4) {
    return Malformed("bestmove", "after the ponder move", words[4], "the end of the line");
  }
  BestMove best_move{std::string(words[1]), std::nullopt};
  if (words.size() == 4) best_move.ponder = std::string(words[3]);
  return best_move;
}

bool IsAttribute(absl::string_view word) {
  return word == "default" || word == "min" || word == "max" || word == "var";
}

absl::Status SetAttribute(absl::string_view name, const std::string& value, OptionOffer* option) {
  if (name == "default") {
    option->default_value = value;
  } else if (name == "var") {
    option->choices.push_back(value);
  } else {
    i64 number;
    if (!absl::SimpleAtoi(value, &number)) {
      return Malformed("option", absl::StrCat(option->name, ": ", name), value, "a whole number");
    }
    (name == "min" ? option->min : option->max) = number;
  }
  return absl::OkStatus();
}

absl::Status ParseAttributes(const Words& words, size_t begin, OptionOffer* option) {
  while (begin < words.size()) {
    if (!IsAttribute(words[begin])) {
      return Malformed("option", option->name, words[begin], "default, min, max or var");
    }
    // A string may hold any word, these among them.
    size_t end = words.size();
    if (option->type != OptionOffer::Type::kString) {
      end = begin + 1;
      while (end < words.size() && !IsAttribute(words[end])) ++end;
    }
    RETURN_IF_ERROR(SetAttribute(words[begin], Join(words, begin + 1, end), option));
    begin = end;
  }
  return absl::OkStatus();
}

absl::StatusOr<Reply> ParseOption(const Words& words) {
  if (words.size() < 2 || words[1] != "name") {
    return Malformed("option", "field", words.size() < 2 ? "" : words[1], "name");
  }
  const size_t type_at =
      static_cast<size_t>(std::find(words.begin() + 2, words.end(), "type") - words.begin());
  OptionOffer option;
  option.name = Join(words, 2, type_at);
  if (option.name.empty()) return Malformed("option", "name", "", "a name");
  const absl::string_view type = type_at + 1 < words.size() ? words[type_at + 1] : "";
  const auto* const found = std::find(std::begin(kTypeNames), std::end(kTypeNames), type);
  if (found == std::end(kTypeNames)) {
    return Malformed("option", absl::StrCat(option.name, ": type"), type,
                     absl::StrJoin(kTypeNames, ", "));
  }
  option.type = static_cast<OptionOffer::Type>(found - std::begin(kTypeNames));
  RETURN_IF_ERROR(ParseAttributes(words, type_at + 2, &option));
  return option;
}

// A word that stands alone in its line.
template <class T>
absl::StatusOr<Reply> ParseAlone(const Words& words) {
  if (words.size() > 1) return Malformed(words[0], "after it", words[1], "the end of the line");
  return T{};
}

struct Printer {
  std::string operator()(const UciOk&) const { return "uciok"; }
  std::string operator()(const ReadyOk&) const { return "readyok"; }
  std::string operator()(const Unknown& unknown) const { return unknown.text; }
  template <class T>
  std::string operator()(const T& line) const {
    return Print(line);
  }
};

}  // namespace

absl::Status OptionOffer::Accepts(absl::string_view value) const {
  const auto refuse = [&](absl::string_view expected) {
    return Malformed("option", name, value, expected);
  };
  i64 number;
  switch (type) {
    case Type::kCheck:
      if (value != "true" && value != "false") return refuse("true or false");
      break;
    case Type::kSpin:
      if (!absl::SimpleAtoi(value, &number)) return refuse("a whole number");
      if (number < min.value_or(number) || number > max.value_or(number)) {
        return refuse(
            absl::StrCat("a number from ", min.value_or(number), " to ", max.value_or(number)));
      }
      break;
    case Type::kCombo:
      if (std::none_of(choices.begin(), choices.end(), [&](const std::string& choice) {
            return absl::EqualsIgnoreCase(choice, value);
          })) {
        return refuse(absl::StrCat("one of: ", absl::StrJoin(choices, ", ")));
      }
      break;
    case Type::kButton:
      if (!value.empty()) return refuse("no value");
      break;
    case Type::kString:
      break;
  }
  if (absl::StrContains(value, '\n') || absl::StrContains(value, '\r')) return refuse("one line");
  return absl::OkStatus();
}

absl::StatusOr<Reply> ParseReply(absl::string_view line) {
  const Words words = absl::StrSplit(line, absl::ByAnyChar(" \t\r\n\v\f"), absl::SkipEmpty());
  const absl::string_view first = words.empty() ? absl::string_view() : words[0];
  if (first == "info") return ParseInfo(line);
  if (first == "bestmove") return ParseBestMove(words);
  if (first == "readyok") return ParseAlone<ReadyOk>(words);
  if (first == "uciok") return ParseAlone<UciOk>(words);
  if (first == "option") return ParseOption(words);
  if (first == "id") return ParseId(words);
  return Unknown{std::string(absl::StripAsciiWhitespace(line))};
}

std::string Print(const Id& id) {
  return absl::StrCat("id ", id.field, id.text.empty() ? "" : " ", id.text);
}

std::string Print(const OptionOffer& option) {
  std::string line = absl::StrCat("option name ", option.name, " type ",
                                  kTypeNames[static_cast<size_t>(option.type)]);
  if (option.default_value.has_value()) {
    const std::string& value = *option.default_value;
    absl::StrAppend(&line, " default", value.empty() ? "" : " ", value);
  }
  if (option.min.has_value()) absl::StrAppend(&line, " min ", *option.min);
  if (option.max.has_value()) absl::StrAppend(&line, " max ", *option.max);
  for (const std::string& choice : option.choices) absl::StrAppend(&line, " var ", choice);
  return line;
}

std::string Print(const BestMove& best_move) {
  return absl::StrCat("bestmove ", best_move.move, best_move.ponder.has_value() ? " ponder " : "",
                      best_move.ponder.value_or(""));
}

std::string Print(const Reply& reply) { return std::visit(Printer{}, reply); }

}  // namespace coherent::uci
