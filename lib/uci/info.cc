#include "lib/uci/info.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent::uci {
namespace {

using Words = std::vector<absl::string_view>;

// What may follow the name of a field.
enum class Shape { kNumber, kWord, kMoves, kNumberMoves, kScore, kWdl, kText };

struct KnownField {
  absl::string_view name;
  Shape shape;
};

constexpr KnownField kKnownFields[] = {
    {"depth", Shape::kNumber},     {"seldepth", Shape::kNumber},       {"multipv", Shape::kNumber},
    {"score", Shape::kScore},      {"nodes", Shape::kNumber},          {"nps", Shape::kNumber},
    {"time", Shape::kNumber},      {"hashfull", Shape::kNumber},       {"tbhits", Shape::kNumber},
    {"sbhits", Shape::kNumber},    {"cpuload", Shape::kNumber},        {"wdl", Shape::kWdl},
    {"currmove", Shape::kWord},    {"currmovenumber", Shape::kNumber}, {"pv", Shape::kMoves},
    {"refutation", Shape::kMoves}, {"currline", Shape::kNumberMoves},  {"string", Shape::kText},
};

const KnownField* FindKnown(absl::string_view word) {
  const auto* const field =
      std::find_if(std::begin(kKnownFields), std::end(kKnownFields),
                   [&](const KnownField& known) { return known.name == word; });
  return field == std::end(kKnownFields) ? nullptr : field;
}

// Words that only begin a line: inside one they show that two lines were printed into each other.
bool BeginsAnotherLine(absl::string_view word) {
  return word == "info" || word == "bestmove" || word == "readyok" || word == "uciok";
}

template <class Integer>
bool IsWhole(absl::string_view word) {
  Integer ignored;
  return absl::SimpleAtoi(word, &ignored);
}

bool IsNumber(absl::string_view word) {
  double ignored;
  return absl::SimpleAtod(word, &ignored);
}

// e2e4, e7e8q, 0000, and what has that form without being a square: legality is decided elsewhere.
bool HasFormOfMove(absl::string_view word) {
  if (word == "0000") return true;
  if (word.size() != 4 && word.size() != 5) return false;
  return absl::ascii_isalpha(word[0]) && absl::ascii_isdigit(word[1]) &&
         absl::ascii_isalpha(word[2]) && absl::ascii_isdigit(word[3]) &&
         (word.size() == 4 || absl::ascii_isalpha(word[4]));
}

absl::Status Malformed(absl::string_view field, absl::string_view found,
                       absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("info: field ", field, ": found \"", found, "\", expected ", expected));
}

// Reads the words of one line from left to right.
class Reader {
 public:
  explicit Reader(const Words& words) : words_(words) {}

  bool AtEnd() const { return next_ == words_.size(); }
  absl::string_view Peek() const { return AtEnd() ? absl::string_view() : words_[next_]; }
  absl::string_view Take() { return words_[next_++]; }

  // The words of a value, from the next one on.
  absl::StatusOr<Words> TakeValue(const KnownField& field);
  Words TakeUnknownValue();

 private:
  template <class Predicate>
  void TakeWhile(Predicate predicate, Words* value) {
    while (!AtEnd() && predicate(Peek())) value->push_back(Take());
  }
  template <class Integer>
  absl::StatusOr<Words> TakeNumbers(const KnownField& field, size_t count);
  absl::StatusOr<Words> TakeScore();

  const Words& words_;
  size_t next_ = 0;
};

template <class Integer>
absl::StatusOr<Words> Reader::TakeNumbers(const KnownField& field, size_t count) {
  Words value;
  while (value.size() < count) {
    if (!IsWhole<Integer>(Peek())) return Malformed(field.name, Peek(), "a whole number");
    value.push_back(Take());
  }
  return value;
}

absl::StatusOr<Words> Reader::TakeScore() {
  if (Peek() != "cp" && Peek() != "mate") return Malformed("score", Peek(), "cp or mate");
  Words value = {Take()};
  if (!IsWhole<int>(Peek())) return Malformed("score", Peek(), "a whole number");
  value.push_back(Take());
  if (Peek() == "lowerbound" || Peek() == "upperbound") value.push_back(Take());
  return value;
}

absl::StatusOr<Words> Reader::TakeValue(const KnownField& field) {
  Words value;
  switch (field.shape) {
    case Shape::kNumber:
      return TakeNumbers<i64>(field, 1);
    case Shape::kWdl:
      return TakeNumbers<int>(field, 3);
    case Shape::kScore:
      return TakeScore();
    case Shape::kWord:
      if (AtEnd()) return Malformed(field.name, "", "a word");
      return Words{Take()};
    case Shape::kNumberMoves:
      if (IsWhole<i64>(Peek()) && !HasFormOfMove(Peek())) value.push_back(Take());
      TakeWhile(HasFormOfMove, &value);
      return value;
    case Shape::kMoves:
      TakeWhile(HasFormOfMove, &value);
      return value;
    case Shape::kText:
      return value;
  }
  return value;
}

Words Reader::TakeUnknownValue() {
  Words value;
  if (AtEnd() || FindKnown(Peek()) != nullptr || BeginsAnotherLine(Peek())) return value;
  value.push_back(Take());
  TakeWhile(IsNumber, &value);
  return value;
}

}  // namespace

std::string Score::ToString() const {
  static constexpr absl::string_view kBounds[] = {"", " lowerbound", " upperbound"};
  return absl::StrCat(unit == Unit::kMate ? "mate " : "cp ", value,
                      kBounds[static_cast<size_t>(bound)]);
}

std::optional<absl::string_view> Info::Find(absl::string_view name) const {
  for (const InfoField& field : fields_) {
    if (field.name == name) return field.value;
  }
  return std::nullopt;
}

std::optional<i64> Info::Number(absl::string_view name) const {
  const std::optional<absl::string_view> value = Find(name);
  i64 number;
  if (!value.has_value() || !absl::SimpleAtoi(*value, &number)) return std::nullopt;
  return number;
}

std::optional<Score> Info::score() const {
  const std::optional<absl::string_view> value = Find("score");
  if (!value.has_value()) return std::nullopt;
  const Words words = absl::StrSplit(*value, ' ');
  Score score;
  if (words.size() < 2 || !absl::SimpleAtoi(words[1], &score.value)) return std::nullopt;
  if (words[0] == "mate") score.unit = Score::Unit::kMate;
  if (words.back() == "lowerbound") score.bound = Score::Bound::kLower;
  if (words.back() == "upperbound") score.bound = Score::Bound::kUpper;
  return score;
}

std::optional<std::array<int, 3>> Info::wdl() const {
  const std::optional<absl::string_view> value = Find("wdl");
  if (!value.has_value()) return std::nullopt;
  const Words words = absl::StrSplit(*value, ' ');
  std::array<int, 3> wdl;
  if (words.size() != wdl.size()) return std::nullopt;
  for (size_t i = 0; i < wdl.size(); ++i) {
    if (!absl::SimpleAtoi(words[i], &wdl[i])) return std::nullopt;
  }
  return wdl;
}

std::vector<std::string> Info::pv() const {
  return absl::StrSplit(Find("pv").value_or(""), ' ', absl::SkipEmpty());
}

Info& Info::Add(absl::string_view name, absl::string_view value) {
  fields_.push_back({std::string(name), std::string(value)});
  return *this;
}

Info& Info::Add(absl::string_view name, i64 value) { return Add(name, absl::StrCat(value)); }

Info& Info::Add(const Score& score) { return Add("score", score.ToString()); }

Info& Info::AddWdl(const std::array<int, 3>& wdl) { return Add("wdl", absl::StrJoin(wdl, " ")); }

Info& Info::AddPv(const std::vector<std::string>& moves) {
  return Add("pv", absl::StrJoin(moves, " "));
}

absl::StatusOr<Info> ParseInfo(absl::string_view line) {
  const Words words = absl::StrSplit(line, absl::ByAnyChar(" \t\r\n\v\f"), absl::SkipEmpty());
  Reader reader(words);
  if (reader.Peek() != "info") return Malformed("1", reader.Peek(), "info");
  reader.Take();
  Info info;
  while (!reader.AtEnd()) {
    const absl::string_view name = reader.Take();
    const KnownField* const known = FindKnown(name);
    if (known == nullptr) {
      if (BeginsAnotherLine(name)) return Malformed(name, name, "one line, not two in one");
      info.Add(name, absl::StrJoin(reader.TakeUnknownValue(), " "));
    } else if (known->shape == Shape::kText) {
      const char* const end_of_name = name.data() + name.size();
      const auto rest = line.substr(static_cast<size_t>(end_of_name - line.data()));
      return info.AddText(absl::StripAsciiWhitespace(rest));
    } else {
      ASSIGN_OR_RETURN(const Words value, reader.TakeValue(*known));
      info.Add(name, absl::StrJoin(value, " "));
    }
  }
  return info;
}

std::string Print(const Info& info) {
  std::string line = "info";
  for (const InfoField& field : info.fields()) {
    absl::StrAppend(&line, " ", field.name, field.value.empty() ? "" : " ", field.value);
  }
  return line;
}

}  // namespace coherent::uci
