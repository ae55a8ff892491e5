#include "tools/gate/compare.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/gate/words.h"

namespace coherent::gate {
namespace {

using uci::Info;
using uci::InfoField;

// The numbers of the fields that are compared.
std::vector<size_t> ComparedFields(const Info& info, const std::set<std::string>& ignored) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < info.fields().size(); ++i) {
    if (ignored.count(info.fields()[i].name) == 0) numbers.push_back(i);
  }
  return numbers;
}

MarkedText Whole(absl::string_view text) { return {std::string(text), 0, text.size()}; }

// One pair of info lines.
class LinePair {
 public:
  LinePair(int number, const Info& base, const Info& candidate,
           const std::set<std::string>& ignored, std::vector<Difference>* differences)
      : number_(number),
        base_(base),
        candidate_(candidate),
        base_fields_(ComparedFields(base, ignored)),
        candidate_fields_(ComparedFields(candidate, ignored)),
        differences_(differences) {}

  void Compare() {
    const size_t before = differences_->size();
    const std::vector<std::string> base_names = Names(base_, base_fields_);
    const std::vector<std::string> candidate_names = Names(candidate_, candidate_fields_);
    for (const auto& [i, j] : Matches()) {
      if (i.has_value() && j.has_value()) {
        CompareValues(*i, *j);
      } else {
        AddOneSided(i, j);
      }
    }
    if (base_names != candidate_names && differences_->size() == before) {
      differences_->push_back({Kind::kField, number_, "order of the fields", Whole(Print(base_)),
                               Whole(Print(candidate_)), ""});
    }
  }

 private:
  using Match = std::pair<std::optional<size_t>, std::optional<size_t>>;

  static std::vector<std::string> Names(const Info& info, const std::vector<size_t>& fields) {
    std::vector<std::string> names;
    names.reserve(fields.size());
    for (const size_t i : fields) names.push_back(info.fields()[i].name);
    return names;
  }

  // Each field with the first one of its name on the other side that is still free, in the order of
  // the base; then those the candidate has alone.
  std::vector<Match> Matches() const {
    std::vector<Match> matches;
    std::vector<size_t> free = candidate_fields_;
    for (const size_t i : base_fields_) {
      const auto found = std::find_if(free.begin(), free.end(), [&](size_t j) {
        return candidate_.fields()[j].name == base_.fields()[i].name;
      });
      if (found == free.end()) {
        matches.emplace_back(i, std::nullopt);
      } else {
        matches.emplace_back(i, *found);
        free.erase(found);
      }
    }
    for (const size_t j : free) matches.emplace_back(std::nullopt, j);
    return matches;
  }

  void CompareValues(size_t i, size_t j) {
    const InfoField& base = base_.fields()[i];
    const InfoField& candidate = candidate_.fields()[j];
    // Blanks are never a difference, inside the text of `string` neither.
    if (WithSingleBlanks(base.value) == WithSingleBlanks(candidate.value)) return;
    differences_->push_back(
        {Kind::kField, number_, base.name, MarkField(base_, i), MarkField(candidate_, j), ""});
  }

  void AddOneSided(std::optional<size_t> i, std::optional<size_t> j) {
    const Side side = i.has_value() ? Side::kBase : Side::kCandidate;
    differences_->push_back({Kind::kField, number_,
                             i ? base_.fields()[*i].name : candidate_.fields()[*j].name,
                             i ? MarkField(base_, *i) : MarkedText{Print(base_), 0, 0},
                             j ? MarkField(candidate_, *j) : MarkedText{Print(candidate_), 0, 0},
                             absl::StrCat("only in the ", NameOf(side))});
  }

  const int number_;
  const Info& base_;
  const Info& candidate_;
  const std::vector<size_t> base_fields_;
  const std::vector<size_t> candidate_fields_;
  std::vector<Difference>* const differences_;
};

void CompareLines(const Answer& base, const Answer& candidate, const std::set<std::string>& ignored,
                  std::vector<Difference>* differences) {
  const std::vector<const Info*> a = ComparedLines(base, ignored);
  const std::vector<const Info*> b = ComparedLines(candidate, ignored);
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (i < a.size() && i < b.size()) {
      LinePair(number, *a[i], *b[i], ignored, differences).Compare();
    } else {
      const Side side = i < a.size() ? Side::kBase : Side::kCandidate;
      differences->push_back({Kind::kLine, number, "line",
                              i < a.size() ? Whole(Print(*a[i])) : MarkedText(),
                              i < b.size() ? Whole(Print(*b[i])) : MarkedText(),
                              absl::StrCat("only in the ", NameOf(side))});
    }
  }
}

// "info nodes 50000" with the number marked; empty without a count.
MarkedText CountLine(std::optional<i64> count) {
  if (!count.has_value()) return {};
  return MarkField(Info().Add("nodes", *count), 0);
}

MarkedText ScoreLine(const Info* report) {
  if (report == nullptr) return {};
  for (size_t i = 0; i < report->fields().size(); ++i) {
    if (report->fields()[i].name == "score") return MarkField(*report, i);
  }
  return {};
}

// The answer with its move marked.
MarkedText MoveLine(const uci::BestMove& best_move) {
  const size_t begin = absl::string_view("bestmove ").size();
  return {Print(best_move), begin, begin + best_move.move.size()};
}

// The answer with its ponder move marked, if it has one.
MarkedText PonderLine(const uci::BestMove& best_move) {
  const std::string line = Print(best_move);
  return {line, line.size() - best_move.ponder.value_or("").size(), line.size()};
}

void CompareCounts(std::optional<i64> base, std::optional<i64> candidate, CountRule rule,
                   std::vector<Difference>* differences) {
  Difference difference{Kind::kCount,         0, "final node count", CountLine(base),
                        CountLine(candidate), ""};
  if (rule == CountRule::kNew) {
    if (!base.has_value() && candidate.has_value()) return;
    difference.note = base.has_value() ? "the base has it already" : "the candidate lacks it";
    difference.is_breach = true;
  } else {
    if (base == candidate) return;
    if (!base.has_value()) difference.note = "only in the candidate";
    if (!candidate.has_value()) difference.note = "only in the base";
  }
  differences->push_back(std::move(difference));
}

// One name for the move that is none.
std::string Canonical(const std::string& move) { return move == "(none)" ? "0000" : move; }

void CompareMoves(const uci::BestMove& base, const uci::BestMove& candidate,
                  std::vector<Difference>* differences) {
  if (Canonical(base.move) != Canonical(candidate.move)) {
    differences->push_back({Kind::kMove, 0, "bestmove", MoveLine(base), MoveLine(candidate), ""});
  }
  if (Canonical(base.ponder.value_or("")) != Canonical(candidate.ponder.value_or(""))) {
    differences->push_back(
        {Kind::kPonder, 0, "ponder", PonderLine(base), PonderLine(candidate), ""});
  }
}

}  // namespace

MarkedText MarkField(const Info& info, size_t field) {
  MarkedText marked;
  marked.text = "info";
  for (size_t i = 0; i < info.fields().size(); ++i) {
    const auto& [name, value] = info.fields()[i];
    absl::StrAppend(&marked.text, " ", name);
    if (i == field) marked.begin = marked.text.size() - (value.empty() ? name.size() : 0);
    if (!value.empty()) absl::StrAppend(&marked.text, " ", value);
    if (i == field) marked.end = marked.text.size();
  }
  const bool begins_with_blank = marked.begin < marked.end && marked.text[marked.begin] == ' ';
  if (begins_with_blank) ++marked.begin;
  return marked;
}

std::optional<i64> FinalCount(const Answer& answer) {
  if (answer.lines.empty()) return std::nullopt;
  const Info& last = answer.lines.back();
  if (last.fields().size() != 1) return std::nullopt;
  return last.nodes();
}

std::vector<const Info*> ComparedLines(const Answer& answer,
                                       const std::set<std::string>& ignored_fields) {
  std::vector<const Info*> lines;
  for (const Info& line : answer.lines) {
    if (!ComparedFields(line, ignored_fields).empty()) lines.push_back(&line);
  }
  const bool ends_with_count =
      FinalCount(answer).has_value() && !lines.empty() && lines.back() == &answer.lines.back();
  if (ends_with_count) lines.pop_back();
  return lines;
}

const Info* LastReport(const Answer& answer) {
  for (auto line = answer.lines.rbegin(); line != answer.lines.rend(); ++line) {
    if (line->Has("score") && line->multipv().value_or(1) == 1) return &*line;
  }
  return nullptr;
}

std::vector<Difference> CompareAnswers(const Answer& base, const Answer& candidate,
                                       const std::set<std::string>& ignored_fields,
                                       CountRule count_rule) {
  std::vector<Difference> differences;
  CompareLines(base, candidate, ignored_fields, &differences);
  CompareCounts(FinalCount(base), FinalCount(candidate), count_rule, &differences);
  const MarkedText a = ScoreLine(LastReport(base));
  const MarkedText b = ScoreLine(LastReport(candidate));
  if (a.Part() != b.Part()) {
    differences.push_back({Kind::kScore, 0, "score of the last report", a, b, ""});
  }
  CompareMoves(base.best_move, candidate.best_move, &differences);
  return differences;
}

std::vector<Difference> CompareGreetings(const std::vector<std::string>& base,
                                         const std::vector<std::string>& candidate) {
  const auto compared = [](const std::vector<std::string>& lines) {
    std::vector<std::string> kept;
    for (const std::string& line : lines) {
      if (line != "id name" && !absl::StartsWith(line, "id name ")) kept.push_back(line);
    }
    return kept;
  };
  const std::vector<std::string> a = compared(base);
  const std::vector<std::string> b = compared(candidate);
  const auto has = [](const std::vector<std::string>& lines, const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  std::vector<Difference> differences;
  for (const std::string& line : a) {
    if (has(b, line)) continue;
    differences.push_back(
        {Kind::kGreeting, 0, "greeting", Whole(line), MarkedText(), "only in the base"});
  }
  for (const std::string& line : b) {
    if (has(a, line)) continue;
    differences.push_back(
        {Kind::kGreeting, 0, "greeting", MarkedText(), Whole(line), "only in the candidate"});
  }
  if (differences.empty() && a != b) {
    const auto line_at = [](const std::vector<std::string>& lines, size_t i) {
      return i < lines.size() ? Whole(lines[i]) : MarkedText();
    };
    size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    differences.push_back({Kind::kGreeting, 0, "order of the greeting", line_at(a, i),
                           line_at(b, i), "the same lines in another order or number"});
  }
  return differences;
}

std::optional<std::array<i64, 3>> VersionIn(absl::string_view name) {
  std::optional<std::array<i64, 3>> version;
  size_t i = 0;
  while (i < name.size()) {
    size_t end = i;
    while (end < name.size() && (absl::ascii_isdigit(name[end]) || name[end] == '.')) ++end;
    const std::vector<absl::string_view> numbers = absl::StrSplit(name.substr(i, end - i), '.');
    std::array<i64, 3> found;
    if (numbers.size() == 3 && absl::SimpleAtoi(numbers[0], &found[0]) &&
        absl::SimpleAtoi(numbers[1], &found[1]) && absl::SimpleAtoi(numbers[2], &found[2])) {
      version = found;
    }
    i = std::max(end, i + 1);
  }
  return version;
}

std::optional<Difference> CheckVersionStep(absl::string_view base_name,
                                           absl::string_view candidate_name) {
  const auto base = VersionIn(base_name);
  const auto candidate = VersionIn(candidate_name);
  if (base.has_value() && candidate.has_value() && (*base)[0] == (*candidate)[0] &&
      (*base)[1] == (*candidate)[1] && (*base)[2] + 1 == (*candidate)[2]) {
    return std::nullopt;
  }
  return Difference{Kind::kVersion,
                    0,
                    "version",
                    Whole(base_name),
                    Whole(candidate_name),
                    "the third number has to be one more, the first two the same"};
}

std::optional<Difference> CompareBench(u64 base_nodes, u64 candidate_nodes) {
  if (base_nodes == candidate_nodes) return std::nullopt;
  return Difference{Kind::kBench,
                    0,
                    "bench",
                    Whole(absl::StrCat(base_nodes)),
                    Whole(absl::StrCat(candidate_nodes)),
                    ""};
}

}  // namespace coherent::gate
