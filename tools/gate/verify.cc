#include "tools/gate/verify.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/types.h"
#include "tools/gate/compare.h"

namespace coherent::gate {
namespace {

using uci::Info;

// A search by nodes may end before its limit by what the last, unreported iteration took, but not
// by this factor.
constexpr i64 kShortFactor = 20;
// It may go beyond by what it does between two looks at the count, but not by all this.
constexpr i64 kFarFactor = 20;
constexpr i64 kFarNodes = 1'000'000;
// A line or two for the next depth may be seen before the end, a whole further one not.
constexpr i64 kFarDepths = 2;
// No engine goes deeper than some such number, and then it may end.
constexpr i64 kDeepest = 60;

i64 MaxOf(const Answer& answer, std::optional<i64> (Info::*value)() const) {
  i64 max = -1;
  for (const Info& line : answer.lines) max = std::max(max, (line.*value)().value_or(-1));
  return max;
}

i64 ScoredDepth(const Answer& answer) {
  i64 depth = -1;
  for (const Info& line : answer.lines) {
    if (line.Has("score")) depth = std::max(depth, line.depth().value_or(-1));
  }
  return depth;
}

bool IsExcused(const Answer& answer, const chess::Position& root) {
  if (chess::CountLegalMoves(root) <= 1 || ScoredDepth(answer) >= kDeepest) return true;
  const Info* const last = LastReport(answer);
  return last != nullptr && last->score().has_value() &&
         last->score()->unit == uci::Score::Unit::kMate;
}

// Collects what one answer does wrong.
class Verifier {
 public:
  Verifier(Side side, const Answer& answer, const chess::Position& root)
      : side_(side), answer_(answer), root_(root) {}

  void CheckBestMove();
  void CheckVariations();
  void CheckCount(Stage stage);
  void CheckHasReport(const std::set<std::string>& ignored_fields);

  std::vector<Difference> Take() { return std::move(differences_); }

 private:
  void Add(Kind kind, int line, absl::string_view field, MarkedText text, absl::string_view note) {
    Difference difference{
        kind, line, std::string(field), {}, {}, absl::StrCat(NameOf(side_), ": ", note), true};
    (side_ == Side::kBase ? difference.base : difference.candidate) = std::move(text);
    differences_.push_back(std::move(difference));
  }
  void CheckVariation(int line, const Info& info, size_t field);

  const Side side_;
  const Answer& answer_;
  const chess::Position& root_;
  std::vector<Difference> differences_;
};

void Verifier::CheckBestMove() {
  const uci::BestMove& best = answer_.best_move;
  const std::string line = Print(best);
  const MarkedText text{line, 0, line.size()};
  if (!chess::HasLegalMove(root_)) {
    if (!best.IsNull()) {
      Add(Kind::kProtocol, 0, "bestmove", text, "a move where there is no legal one");
    }
    return;
  }
  const absl::StatusOr<chess::Move> move = chess::ParseUciMove(root_, best.move);
  if (!move.ok()) {
    Add(Kind::kProtocol, 0, "bestmove", text, absl::StrCat(best.move, " is not legal"));
    return;
  }
  chess::Position next = root_;
  next.Make(*move);
  const std::string ponder = best.ponder.value_or("0000");
  if (ponder != "0000" && ponder != "(none)" && !chess::ParseUciMove(next, ponder).ok()) {
    Add(Kind::kProtocol, 0, "ponder", text, absl::StrCat("ponder move ", ponder, " is not legal"));
  }
}

void Verifier::CheckVariations() {
  for (size_t i = 0; i < answer_.lines.size(); ++i) {
    const Info& info = answer_.lines[i];
    for (size_t field = 0; field < info.fields().size(); ++field) {
      if (info.fields()[field].name == "pv") CheckVariation(static_cast<int>(i) + 1, info, field);
    }
  }
}

void Verifier::CheckVariation(int line, const Info& info, size_t field) {
  chess::Position position = root_;
  MarkedText marked = MarkField(info, field);
  size_t begin = marked.begin;
  int ply = 0;
  for (const std::string& text : info.pv()) {
    ++ply;
    const absl::StatusOr<chess::Move> move = chess::ParseUciMove(position, text);
    if (!move.ok()) {
      marked.begin = begin;
      marked.end = begin + text.size();
      Add(Kind::kProtocol, line, "pv", std::move(marked),
          absl::StrCat("ply ", ply, " of the variation, ", text, ", is not legal"));
      return;
    }
    position.Make(*move);
    begin += text.size() + 1;
  }
}

void Verifier::CheckCount(Stage stage) {
  const std::optional<i64> count = FinalCount(answer_);
  if (!count.has_value()) return;
  const Info* last = nullptr;
  for (size_t i = 0; i + 1 < answer_.lines.size(); ++i) {
    if (answer_.lines[i].nodes().has_value()) last = &answer_.lines[i];
  }
  if (last == nullptr) return;
  const i64 reported = *last->nodes();
  const bool has_score = last->Has("score");
  const MarkedText text{absl::StrCat("info nodes ", *count), 11, 11 + absl::StrCat(*count).size()};
  if (*count < reported) {
    Add(Kind::kCount, 0, "final node count", text,
        absl::StrCat("the final count is less than the last report's ", reported));
  } else if (has_score && *count != reported) {
    Add(Kind::kCount, 0, "final node count", text,
        absl::StrCat("the final count is not the last report's ", reported,
                     ", though that has a score"));
  } else if (stage == Stage::kDepth && !has_score) {
    Add(Kind::kCount, 0, "final node count", text,
        "at a fixed depth the last report has to have a score");
  }
}

void Verifier::CheckHasReport(const std::set<std::string>& ignored_fields) {
  if (!chess::HasLegalMove(root_)) return;
  const std::vector<const Info*> lines = ComparedLines(answer_, ignored_fields);
  const bool has_report = std::any_of(lines.begin(), lines.end(), [](const Info* line) {
    return line->fields()[0].name != "string";
  });
  if (!has_report) {
    Add(Kind::kProtocol, 0, "info", {}, "no info line to compare, though there are legal moves");
  }
}

}  // namespace

Ending EndingOf(const Answer& answer, const chess::Position& root, Stage stage,
                const Settings& settings) {
  if (answer.stopped) return Ending::kExceeded;
  const bool reached = stage == Stage::kDepth
                           ? ScoredDepth(answer) >= settings.depth
                           : MaxOf(answer, &Info::nodes) >= settings.nodes / kShortFactor;
  if (reached) return Ending::kReached;
  return IsExcused(answer, root) ? Ending::kExcused : Ending::kShort;
}

bool IsFarBeyond(const Info& line, Stage stage, const Settings& settings) {
  if (stage == Stage::kDepth) {
    return line.Has("score") && line.depth().value_or(0) >= settings.depth + kFarDepths;
  }
  return line.nodes().value_or(0) > settings.nodes * kFarFactor + kFarNodes;
}

std::vector<Difference> VerifyAnswer(Side side, const Answer& answer, const chess::Position& root,
                                     Stage stage, const Settings& settings) {
  Verifier verifier(side, answer, root);
  verifier.CheckBestMove();
  verifier.CheckVariations();
  verifier.CheckHasReport(settings.ignored_fields);
  verifier.CheckCount(stage);
  return verifier.Take();
}

}  // namespace coherent::gate
