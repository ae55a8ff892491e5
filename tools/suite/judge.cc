#include "tools/suite/judge.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/quoted.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/types.h"
#include "lib/uci/info.h"

namespace coherent::suite {
namespace {

// A line of the first variation, as far as it matters here.
struct Report {
  i64 nodes = 0;  // so far: a line without a count goes by the one before
  std::optional<uci::Score> exact_score;
  std::vector<std::string> pv;
};

std::vector<Report> ReportsOf(const uci::SearchResult& result, std::optional<i64> last_node) {
  std::vector<Report> reports;
  i64 nodes = 0;
  for (const uci::SearchLine& line : result.lines) {
    const uci::Info& info = line.info;
    nodes = info.nodes().value_or(nodes);
    if (info.multipv().value_or(1) != 1) continue;
    const bool counts = !result.stopped || !last_node.has_value() || nodes <= *last_node;
    if (!counts && !reports.empty()) break;
    Report report{nodes, info.score(), info.pv()};
    if (report.exact_score && report.exact_score->bound != uci::Score::Bound::kExact) {
      report.exact_score.reset();
    }
    const bool says_something = report.exact_score.has_value() || !report.pv.empty();
    if (says_something) reports.push_back(std::move(report));
    if (says_something && !counts) break;
  }
  return reports;
}

i64 NodesOf(const uci::SearchResult& result) {
  for (auto line = result.lines.rbegin(); line != result.lines.rend(); ++line) {
    if (line->info.nodes().has_value()) return *line->info.nodes();
  }
  return 0;
}

// What a position asks for, as a test of moves or of mates.
bool IsSolution(const SuitePosition& position, chess::Move move) {
  if (position.HasMoves()) return position.IsRight(move);
  return position.PointsOf(move) == position.MaxPoints();
}

bool IsSolution(const SuitePosition& position, const uci::Score& score) {
  return score.unit == uci::Score::Unit::kMate &&
         CompareMate(score.value, *position.mate) != MateClaim::kWrong;
}

// Whether a report holds the solution; none if it says nothing of it.
std::optional<bool> Holds(const SuitePosition& position, const Report& report) {
  if (!position.HasMoves() && position.points.empty()) {
    if (!report.exact_score.has_value()) return std::nullopt;
    return IsSolution(position, *report.exact_score);
  }
  if (report.pv.empty()) return std::nullopt;
  const auto move = chess::ParseUciMove(position.position, report.pv.front());
  return move.ok() && IsSolution(position, *move);
}

// The nodes of the earliest report from which on all hold the solution; `end` if the last does not.
i64 HeldSince(const SuitePosition& position, const std::vector<Report>& reports, i64 end) {
  i64 since = end;
  for (auto report = reports.rbegin(); report != reports.rend(); ++report) {
    const std::optional<bool> holds = Holds(position, *report);
    if (holds == false) break;
    if (holds == true) since = report->nodes;
  }
  return since;
}

// What was given as the answer to the position at the end of the reports.
std::string AnswerOf(const uci::SearchResult& result, const std::vector<Report>& reports) {
  if (result.stopped) {
    for (auto report = reports.rbegin(); report != reports.rend(); ++report) {
      if (!report->pv.empty()) return report->pv.front();
    }
  }
  return result.best_move.move;
}

void JudgeScore(const SuitePosition& position, const std::vector<Report>& reports,
                Judgement* judgement) {
  const auto last = std::find_if(reports.rbegin(), reports.rend(), [](const Report& report) {
    return report.exact_score.has_value();
  });
  if (last == reports.rend()) return;
  judgement->score = last->exact_score->ToString();
  if (last->exact_score->unit != uci::Score::Unit::kMate) return;
  const int claimed = last->exact_score->value;
  judgement->claimed_mate = claimed;
  judgement->pv = absl::StrJoin(last->pv, " ");
  judgement->pv_fault = CheckMatePv(position.position, last->pv, claimed);
  if (position.mate.has_value()) judgement->mate = CompareMate(claimed, *position.mate);
}

}  // namespace

absl::string_view NameOf(PvFault fault) {
  static constexpr absl::string_view kNames[] = {"", "illegal pv", "short pv", "pv without mate"};
  return kNames[static_cast<size_t>(fault)];
}

MateClaim CompareMate(int claimed, int mate) {
  // "mate 0" is said of a side that is mated already.
  if ((claimed > 0) != (mate > 0) || std::abs(claimed) < std::abs(mate)) return MateClaim::kWrong;
  return claimed == mate ? MateClaim::kBest : MateClaim::kLonger;
}

PvFault CheckMatePv(const chess::Position& position, std::span<const std::string> pv, int claimed) {
  const size_t plies = claimed > 0 ? 2 * size_t(claimed) - 1 : 2 * size_t(-claimed);
  chess::Position current = position;
  for (const std::string& text : pv) {
    const auto move = chess::ParseUciMove(current, text);
    if (!move.ok()) return PvFault::kIllegal;
    current.Make(*move);
  }
  if (pv.size() < plies) return PvFault::kShort;
  const bool is_mate = current.InCheck() && chess::LegalMoves(current).empty();
  return pv.size() == plies && is_mate ? PvFault::kNone : PvFault::kNoMate;
}

absl::StatusOr<Judgement> Judge(const SuitePosition& position, const uci::SearchResult& result,
                                std::optional<i64> last_node) {
  const std::vector<Report> reports = ReportsOf(result, last_node);
  Judgement judgement;
  judgement.move = AnswerOf(result, reports);
  const auto move = chess::ParseUciMove(position.position, judgement.move);
  if (!move.ok()) {
    return absl::InternalError(absl::StrCat("move ", Quoted(judgement.move),
                                            " is not legal there: has the position arrived?"));
  }
  judgement.is_right = position.HasMoves() && position.IsRight(*move);
  judgement.points = position.PointsOf(*move);
  JudgeScore(position, reports, &judgement);
  judgement.nodes = NodesOf(result);
  judgement.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(result.elapsed).count();
  const bool asks_for_move = position.HasMoves() || !position.points.empty();
  const bool is_solved =
      asks_for_move ? IsSolution(position, *move)
                    : judgement.mate == MateClaim::kBest || judgement.mate == MateClaim::kLonger;
  if (is_solved) judgement.solution_nodes = HeldSince(position, reports, judgement.nodes);
  return judgement;
}

}  // namespace coherent::suite
