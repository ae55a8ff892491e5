#include "tools/gate/manifest.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "lib/base/quoted.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "tools/gate/words.h"

namespace coherent::gate {
namespace {

constexpr absl::string_view kDeterminationMark = "# festsetzung";
constexpr size_t kSha256Digits = 64;
constexpr absl::string_view kAny = "*";
constexpr absl::string_view kStart = "start";
constexpr absl::string_view kArrow = "->";

// What may follow a kind.
enum class What { kNothing, kChange, kFieldAndChange, kGreetingLine };

struct DeclarableKind {
  Kind kind;
  What what;
};
// All others are breaches of rules or failures: nothing excuses them.
constexpr DeclarableKind kDeclarable[] = {
    {Kind::kGreeting, What::kGreetingLine}, {Kind::kVersion, What::kNothing},
    {Kind::kMove, What::kChange},           {Kind::kPonder, What::kChange},
    {Kind::kScore, What::kChange},          {Kind::kLine, What::kNothing},
    {Kind::kField, What::kFieldAndChange},  {Kind::kCount, What::kChange},
    {Kind::kBench, What::kChange},
};

std::string ValueOf(const MarkedText& side) {
  const std::string part = WithSingleBlanks(side.Part());
  return part.empty() ? "-" : part;
}

// Reads one line from left to right.
class LineReader {
 public:
  LineReader(absl::string_view path, int number, absl::string_view line)
      : path_(path), number_(number), line_(line) {
    SkipBlanks();
  }

  absl::StatusOr<Declaration> Read() {
    Declaration declared;
    declared.line = number_;
    declared.text = std::string(absl::StripAsciiWhitespace(line_));
    declared.position_column = Column();
    ASSIGN_OR_RETURN(declared.position, ReadPosition());
    declared.stage_column = Column();
    RETURN_IF_ERROR(ReadStage(&declared.stage));
    RETURN_IF_ERROR(ReadKindAndWhat(&declared));
    return declared;
  }

  int Column() const { return static_cast<int>(at_) + 1; }

  absl::Status Wrong(int column, absl::string_view expected) const {
    const absl::string_view found = absl::StripTrailingAsciiWhitespace(
        line_.substr(std::min<size_t>(column - 1, line_.size())));
    return absl::InvalidArgumentError(absl::StrCat(
        path_, ":", number_, ":", column, ": found ",
        found.empty() ? "the end of the line" : Quoted(found), ", expected ", expected));
  }

 private:
  void SkipBlanks() {
    while (at_ < line_.size() && absl::ascii_isspace(line_[at_])) ++at_;
  }

  absl::string_view NextWord() {
    const size_t begin = at_;
    while (at_ < line_.size() && !absl::ascii_isspace(line_[at_])) ++at_;
    const absl::string_view word = line_.substr(begin, at_ - begin);
    SkipBlanks();
    return word;
  }

  absl::string_view Rest() {
    const absl::string_view rest = absl::StripTrailingAsciiWhitespace(line_.substr(at_));
    at_ = line_.size();
    return rest;
  }

  absl::StatusOr<std::string> ReadPosition() {
    if (line_[at_] != '"') return std::string(NextWord());
    const int column = Column();
    const size_t end = line_.find('"', at_ + 1);
    if (end == absl::string_view::npos) return Wrong(column, "a closing quotation mark");
    const std::string id(line_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    if (at_ < line_.size() && !absl::ascii_isspace(line_[at_])) return Wrong(Column(), "a blank");
    SkipBlanks();
    return id;
  }

  absl::Status ReadStage(std::optional<Stage>* stage) {
    const int column = Column();
    const absl::string_view word = NextWord();
    if (word == kStart) return absl::OkStatus();
    for (const Stage candidate : kStages) {
      if (word == NameOf(candidate)) *stage = candidate;
    }
    return stage->has_value() ? absl::OkStatus() : Wrong(column, "start, nodes, depth or bench");
  }

  absl::Status ReadKindAndWhat(Declaration* declared) {
    const int column = Column();
    const absl::string_view word = NextWord();
    const auto* const found =
        std::find_if(std::begin(kDeclarable), std::end(kDeclarable),
                     [&](const DeclarableKind& entry) { return NameOf(entry.kind) == word; });
    if (found == std::end(kDeclarable) || !BelongTogether(declared->stage, found->kind)) {
      return Wrong(column,
                   absl::StrCat("a kind of difference of the stage: ", KindsOf(declared->stage)));
    }
    declared->kind = found->kind;
    const bool is_of_a_search = declared->stage.has_value() && *declared->stage != Stage::kBench;
    if (!is_of_a_search && declared->position != kAny) {
      return Wrong(declared->position_column, "*, for it belongs to no position");
    }
    return ReadWhat(found->what, declared);
  }

  static bool BelongTogether(std::optional<Stage> stage, Kind kind) {
    const bool is_start = kind == Kind::kGreeting || kind == Kind::kVersion;
    if (!stage.has_value() || is_start) return !stage.has_value() && is_start;
    return (*stage == Stage::kBench) == (kind == Kind::kBench);
  }

  static std::string KindsOf(std::optional<Stage> stage) {
    std::vector<absl::string_view> names;
    for (const DeclarableKind& entry : kDeclarable) {
      if (BelongTogether(stage, entry.kind)) names.push_back(NameOf(entry.kind));
    }
    return absl::StrJoin(names, ", ");
  }

  absl::Status ReadWhat(What what, Declaration* declared) {
    const int column = Column();
    switch (what) {
      case What::kNothing:
        return at_ == line_.size() ? absl::OkStatus() : Wrong(column, "the end of the line");
      case What::kGreetingLine:
        declared->subject = WithSingleBlanks(Rest());
        return declared->subject.empty() ? Wrong(column, "a line of the greeting, or order")
                                         : absl::OkStatus();
      case What::kFieldAndChange:
        declared->subject = std::string(NextWord());
        if (declared->subject.empty()) return Wrong(column, "the name of a field, or *");
        break;
      case What::kChange:
        break;
    }
    return at_ == line_.size() ? absl::OkStatus() : ReadChange(declared);
  }

  absl::Status ReadChange(Declaration* declared) {
    const int column = Column();
    const std::vector<absl::string_view> words =
        absl::StrSplit(Rest(), absl::ByAnyChar(" \t"), absl::SkipEmpty());
    const auto arrow = std::find(words.begin(), words.end(), kArrow);
    if (arrow == words.begin() || words.end() - arrow < 2 ||
        std::find(arrow + 1, words.end(), kArrow) != words.end()) {
      return Wrong(column, "the end of the line, or OLD -> NEW");
    }
    declared->change = Declaration::Change{absl::StrJoin(words.begin(), arrow, " "),
                                           absl::StrJoin(arrow + 1, words.end(), " ")};
    return absl::OkStatus();
  }

  const absl::string_view path_;
  const int number_;
  const absl::string_view line_;
  size_t at_ = 0;
};

bool DeclareTheSame(const Declaration& a, const Declaration& b) {
  return a.position == b.position && a.stage == b.stage && a.kind == b.kind &&
         a.subject == b.subject && a.change == b.change;
}

// The line that makes an otherwise empty manifest a good one.
absl::Status ReadDeterminationLine(const LineReader& reader, absl::string_view line,
                                   std::string* sha256) {
  if (absl::ConsumePrefix(&line, absl::StrCat(kDeterminationMark, " ")) &&
      IsHex(line, kSha256Digits)) {
    *sha256 = std::string(line);
    return absl::OkStatus();
  }
  return reader.Wrong(reader.Column(),
                      absl::StrCat("\"", kDeterminationMark, " \" and 64 hexadecimal digits"));
}

}  // namespace

bool Declaration::Covers(absl::string_view position_id, std::optional<Stage> in_stage,
                         const Difference& difference) const {
  if (difference.is_breach || stage != in_stage || kind != difference.kind) return false;
  if (position != kAny && position != position_id) return false;
  const std::string base_value = ValueOf(difference.base);
  const std::string candidate_value = ValueOf(difference.candidate);
  if (kind == Kind::kField && subject != kAny && subject != difference.field &&
      !(subject == "order" && absl::StartsWith(difference.field, "order of"))) {
    return false;
  }
  if (kind == Kind::kGreeting) {
    if (absl::StartsWith(difference.field, "order of")) return subject == "order";
    return subject == base_value || subject == candidate_value;
  }
  return !change.has_value() || *change == Change{base_value, candidate_value};
}

absl::StatusOr<Manifest> ParseManifest(absl::string_view path, absl::string_view text) {
  Manifest manifest{std::string(path), Sha256Hex(text), {}, ""};
  int number = 0;
  int filled_lines = 0;
  absl::Status determination_line;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    LineReader reader(path, ++number, line);
    const absl::string_view content = absl::StripAsciiWhitespace(line);
    if (content.empty()) continue;
    ++filled_lines;
    if (absl::StartsWith(content, kDeterminationMark)) {
      RETURN_IF_ERROR(ReadDeterminationLine(reader, content, &manifest.determination_sha256));
      determination_line = reader.Wrong(reader.Column(), "no other line beside it");
    }
    if (content[0] == '#') continue;
    ASSIGN_OR_RETURN(Declaration declared, reader.Read());
    for (const Declaration& before : manifest.declarations) {
      if (!DeclareTheSame(before, declared)) continue;
      return reader.Wrong(declared.position_column,
                          absl::StrCat("something that line ", before.line, " does not declare"));
    }
    manifest.declarations.push_back(std::move(declared));
  }
  if (!manifest.determination_sha256.empty() && filled_lines > 1) return determination_line;
  if (manifest.declarations.empty() && manifest.determination_sha256.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": declares nothing: found no deviation, expected one, or the single line \"",
        kDeterminationMark, " <sha256>\"; without a manifest nothing may differ"));
  }
  return manifest;
}

absl::Status CheckManifest(const Manifest& manifest, const PositionSet& positions,
                           const Settings& settings) {
  std::set<absl::string_view> ids = {kAny};
  for (const GatePosition& position : positions.positions) ids.insert(position.id);
  for (const Declaration& declared : manifest.declarations) {
    const auto wrong = [&](int column, absl::string_view found, absl::string_view problem) {
      return absl::InvalidArgumentError(absl::StrCat(manifest.path, ":", declared.line, ":", column,
                                                     ": ", Quoted(found), " ", problem));
    };
    if (ids.count(declared.position) == 0) {
      return wrong(declared.position_column, declared.position, "is no position that is searched");
    }
    if (declared.stage.has_value() && settings.stages.count(*declared.stage) == 0) {
      return wrong(declared.stage_column, NameOf(*declared.stage), "is a stage that is left out");
    }
  }
  return absl::OkStatus();
}

void ManifestTally::TakeDeclared(absl::string_view position_id, std::optional<Stage> stage,
                                 std::vector<Difference>* differences) {
  const auto is_declared = [&](const Difference& difference) {
    bool covered = false;
    for (size_t i = 0; i < occurred_.size(); ++i) {
      if (!manifest_.declarations[i].Covers(position_id, stage, difference)) continue;
      ++occurred_[i];
      covered = true;
    }
    return covered;
  };
  differences->erase(std::remove_if(differences->begin(), differences->end(), is_declared),
                     differences->end());
}

}  // namespace coherent::gate
