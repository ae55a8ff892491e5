#include "tools/suite/report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace coherent::suite {
namespace {

// The text shows so many faults; the JSON has all.
constexpr i64 kShownFaults = 50;

// Cells of equal width in a column; the first two to the left.
std::string Table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      absl::StrAppend(&line, i == 0 ? "" : "  ", i < 2 ? row[i] + blanks : blanks + row[i]);
    }
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

double Ratio(i64 part, i64 whole) { return static_cast<double>(part) / static_cast<double>(whole); }

std::string Percent(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

std::string OfOrDash(i64 value, i64 total) {
  return total == 0 ? "-" : absl::StrCat(value, "/", total);
}

std::string CountOrDash(i64 count, i64 total) { return total == 0 ? "-" : absl::StrCat(count); }

std::vector<std::string> RowOf(const std::string& engine, const std::string& suite,
                               const Tally& tally) {
  const stats::ShareInterval interval = tally.Interval();
  const std::optional<double> solution_nodes = tally.MeanSolutionNodes();
  return {engine,
          suite,
          absl::StrCat(tally.positions),
          OfOrDash(tally.solved, tally.move_positions),
          OfOrDash(tally.points, tally.max_points),
          OfOrDash(tally.found, tally.mate_positions),
          Percent(tally.Share()),
          absl::StrFormat("%.1f to %.1f", 100 * interval.low, 100 * interval.high),
          CountOrDash(tally.best, tally.mate_positions),
          CountOrDash(tally.wrong, tally.mate_positions),
          CountOrDash(tally.illegal_pvs, tally.claims),
          CountOrDash(tally.short_pvs, tally.claims),
          CountOrDash(tally.pvs_without_mate, tally.claims),
          absl::StrCat(std::llround(tally.MeanNodes())),
          solution_nodes.has_value() ? absl::StrCat(std::llround(*solution_nodes)) : "-"};
}

std::string NumberedName(const Report& report, size_t engine) {
  return absl::StrCat(engine + 1, " ", report.engines[engine].greeting.name);
}

std::string TableOf(const Report& report) {
  std::vector<std::vector<std::string>> rows = {
      {"engine", "suite", "positions", "solved", "points", "mates", "share", "95 %", "best",
       "wrong", "illegal pv", "short pv", "no mate", "nodes", "to solution"}};
  for (size_t i = 0; i < report.engines.size(); ++i) {
    for (size_t j = 0; j < report.suites.size(); ++j) {
      rows.push_back(RowOf(NumberedName(report, i), report.suites[j].name,
                           TallyOf(report.suites[j], report.engines[i].judgements[j])));
    }
  }
  return Table(rows);
}

std::string FaultText(const std::string& engine, const Suite& suite, const SuitePosition& position,
                      const Judgement& judgement) {
  std::string text = absl::StrCat(engine, ", ", suite.path, ":", position.line, ", ", position.id,
                                  ": ", FaultOf(judgement), "; score ", judgement.score);
  if (position.mate.has_value()) absl::StrAppend(&text, ", dm ", *position.mate);
  absl::StrAppend(&text, "\n  position fen ", position.fen, "\n  pv ", judgement.pv, "\n");
  return text;
}

std::string FaultsText(const Report& report) {
  std::string text;
  i64 shown = 0;
  for (size_t i = 0; i < report.engines.size(); ++i) {
    for (size_t j = 0; j < report.suites.size(); ++j) {
      const Suite& suite = report.suites[j];
      for (size_t k = 0; k < suite.positions.size(); ++k) {
        const Judgement& judgement = report.engines[i].judgements[j][k];
        if (FaultOf(judgement).empty() || shown++ >= kShownFaults) continue;
        absl::StrAppend(&text,
                        FaultText(NumberedName(report, i), suite, suite.positions[k], judgement));
      }
    }
  }
  if (shown > kShownFaults) {
    absl::StrAppend(&text, "and ", shown - kShownFaults, " more: --json has all\n");
  }
  return text.empty() ? "" : absl::StrCat("\nmates that are wrong or not shown:\n", text);
}

std::string CsvCell(absl::string_view text) {
  if (text.find_first_of(",\"\n") == absl::string_view::npos) return std::string(text);
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string NumberOrEmpty(const auto& number) {
  return number.has_value() ? absl::StrCat(*number) : "";
}

std::string DetailsLine(const std::string& engine, const Suite& suite,
                        const SuitePosition& position, const Judgement& judgement) {
  const bool has_points = !position.points.empty();
  const std::vector<std::string> cells = {
      engine,
      CsvCell(suite.name),
      absl::StrCat(position.line),
      CsvCell(position.id),
      position.fen,
      judgement.move,
      position.HasMoves() ? absl::StrCat(judgement.is_right ? 1 : 0) : "",
      has_points ? absl::StrCat(judgement.points) : "",
      has_points ? absl::StrCat(position.MaxPoints()) : "",
      judgement.score,
      NumberOrEmpty(position.mate),
      NumberOrEmpty(judgement.claimed_mate),
      std::string(FaultOf(judgement)),
      absl::StrCat(judgement.nodes),
      absl::StrCat(judgement.time_ms),
      NumberOrEmpty(judgement.solution_nodes)};
  return absl::StrCat(absl::StrJoin(cells, ","), "\n");
}

}  // namespace

double Tally::Share() const {
  if (point_positions > 0) return Ratio(points, max_points);
  return move_positions > 0 ? Ratio(solved, move_positions) : Ratio(found, mate_positions);
}

stats::ShareInterval Tally::Interval() const {
  const i64 trials = point_positions > 0  ? point_positions
                     : move_positions > 0 ? move_positions
                                          : mate_positions;
  return stats::WilsonInterval(Share(), trials);
}

double Tally::MeanNodes() const { return Ratio(nodes, positions); }

std::optional<double> Tally::MeanSolutionNodes() const {
  if (solutions == 0) return std::nullopt;
  return Ratio(solution_nodes, solutions);
}

Tally TallyOf(const Suite& suite, const std::vector<Judgement>& judgements) {
  Tally tally;
  for (size_t i = 0; i < suite.positions.size(); ++i) {
    const SuitePosition& position = suite.positions[i];
    const Judgement& judgement = judgements[i];
    ++tally.positions;
    tally.move_positions += position.HasMoves() ? 1 : 0;
    tally.solved += judgement.is_right ? 1 : 0;
    tally.point_positions += position.points.empty() ? 0 : 1;
    tally.points += judgement.points;
    tally.max_points += position.MaxPoints();
    tally.mate_positions += position.mate.has_value() ? 1 : 0;
    const MateClaim mate = judgement.mate;
    tally.found += mate == MateClaim::kBest || mate == MateClaim::kLonger ? 1 : 0;
    tally.best += mate == MateClaim::kBest ? 1 : 0;
    tally.wrong += mate == MateClaim::kWrong ? 1 : 0;
    tally.claims += judgement.claimed_mate.has_value() ? 1 : 0;
    tally.illegal_pvs += judgement.pv_fault == PvFault::kIllegal ? 1 : 0;
    tally.short_pvs += judgement.pv_fault == PvFault::kShort ? 1 : 0;
    tally.pvs_without_mate += judgement.pv_fault == PvFault::kNoMate ? 1 : 0;
    tally.nodes += judgement.nodes;
    tally.time_ms += judgement.time_ms;
    tally.solutions += judgement.solution_nodes.has_value() ? 1 : 0;
    tally.solution_nodes += judgement.solution_nodes.value_or(0);
  }
  return tally;
}

i64 Report::Faults() const {
  i64 faults = 0;
  for (const EngineReport& engine : engines) {
    for (const std::vector<Judgement>& judgements : engine.judgements) {
      faults += std::count_if(judgements.begin(), judgements.end(), [](const Judgement& judgement) {
        return !FaultOf(judgement).empty();
      });
    }
  }
  return faults;
}

absl::string_view FaultOf(const Judgement& judgement) {
  return judgement.mate == MateClaim::kWrong ? "wrong mate" : NameOf(judgement.pv_fault);
}

std::string ReportAsText(const Report& report) {
  std::string text =
      absl::StrCat("go ", report.work.limit, report.work.stop_at_nodes ? ", kept by stop" : "",
                   "; Hash ", report.work.hash_mib, ", Threads ", report.work.threads);
  for (const auto& [name, value] : report.work.options) {
    absl::StrAppend(&text, ", ", name, " ", value);
  }
  absl::StrAppend(&text, "\n");
  for (size_t i = 0; i < report.engines.size(); ++i) {
    const EngineReport& engine = report.engines[i];
    absl::StrAppend(&text, NumberedName(report, i), ": ", engine.program, " (sha256 ",
                    engine.sha256, ")\n");
    const std::vector<std::string>& missing = engine.greeting.not_offered;
    if (!missing.empty()) {
      absl::StrAppend(&text, "   does not offer ", absl::StrJoin(missing, ", "), "\n");
    }
  }
  for (const Suite& suite : report.suites) {
    absl::StrAppend(&text, suite.name, ": ", suite.positions.size(), " positions of ", suite.path,
                    " (sha256 ", suite.sha256, ")\n");
  }
  absl::StrAppend(&text, "\n", TableOf(report), FaultsText(report));
  return text;
}

std::string DetailsAsCsv(const Report& report) {
  std::string text =
      "engine,suite,line,id,fen,move,solved,points,max_points,score,dm,mate,fault,nodes,ms,"
      "solution_nodes\n";
  for (size_t i = 0; i < report.engines.size(); ++i) {
    for (size_t j = 0; j < report.suites.size(); ++j) {
      const Suite& suite = report.suites[j];
      for (size_t k = 0; k < suite.positions.size(); ++k) {
        absl::StrAppend(&text, DetailsLine(CsvCell(NumberedName(report, i)), suite,
                                           suite.positions[k], report.engines[i].judgements[j][k]));
      }
    }
  }
  return text;
}

}  // namespace coherent::suite
