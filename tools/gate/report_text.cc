#include "tools/gate/report_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace coherent::gate {
namespace {

std::string OptionList(const std::vector<EngineOption>& options) {
  return absl::StrJoin(options, ", ", [](std::string* out, const EngineOption& option) {
    absl::StrAppend(out, option.name, "=", option.value);
  });
}

void AppendEngine(absl::string_view role, const EngineReport& engine, std::string* text) {
  if (engine.program.empty()) return;  // one engine is recorded alone
  absl::StrAppendFormat(text, "%-10s %s%s\n", role, engine.is_record ? "record " : "",
                        engine.program);
  absl::StrAppend(text, "           ", engine.name, ", sha256 ", engine.sha256, "\n");
  if (!engine.source_hash.empty()) {
    absl::StrAppend(text, "           source ", engine.source_hash, "\n");
  }
  absl::StrAppend(text, "           options: ",
                  engine.options.empty() ? "none" : OptionList(engine.options), "\n");
}

void AppendStage(const Report& report, const StageReport& stage, std::string* text) {
  absl::StrAppendFormat(text, "%-10s ", NameOf(stage.stage));
  switch (stage.status) {
    case StageReport::Status::kLeftOut:
      absl::StrAppend(text, "left out");
      break;
    case StageReport::Status::kNotCompared:
      absl::StrAppend(text, "NOT COMPARED: ", stage.reason);
      break;
    case StageReport::Status::kCompared:
      if (stage.stage == Stage::kBench) {
        absl::StrAppend(text, report.base.bench_nodes.value_or(0), " and ",
                        report.candidate.bench_nodes.value_or(0), " nodes");
        break;
      }
      absl::StrAppend(text, stage.compared, " of ", stage.planned, " positions compared, ",
                      stage.lines, " info lines: ");
      absl::StrAppend(text, stage.differences.empty()
                                ? "equal"
                                : absl::StrCat(stage.differences.size(), " positions differ"));
      break;
  }
  absl::StrAppend(text, "\n");
}

void AppendSide(absl::string_view role, const MarkedText& side, std::string* text) {
  absl::StrAppendFormat(text, "  %-9s  %s\n", role, side.text.empty() ? "-" : side.Marked());
}

// Both lines; a rule that one engine breaks is about that one alone.
void AppendDifference(const Difference& difference, std::string* text) {
  absl::StrAppend(text, NameOf(difference.kind), ": ", difference.field);
  if (difference.line != 0) absl::StrAppend(text, ", info line ", difference.line);
  if (!difference.note.empty()) absl::StrAppend(text, " (", difference.note, ")");
  absl::StrAppend(text, "\n");
  if (difference.base.text.empty() && difference.candidate.text.empty()) return;
  AppendSide("base", difference.base, text);
  AppendSide("candidate", difference.candidate, text);
}

void AppendSearches(const Report& report, const StageReport& stage, std::string* text) {
  for (const SearchDifference& search : stage.differences) {
    const GatePosition& position = report.positions.positions[search.position];
    absl::StrAppend(text, "\n", position.id, ", ", NameOf(stage.stage), ", first of ", search.count,
                    ": ");
    AppendDifference(search.first, text);
    const std::string go = GoLine(report.settings, stage.stage, position);
    if (!go.empty()) absl::StrAppend(text, "  ", PositionLine(position), "\n  ", go, "\n");
  }
}

bool IsSameProgram(const Report& report) {
  return report.base.sha256 == report.candidate.sha256 &&
         report.base.options == report.candidate.options;
}

void AppendRepeats(const Report& report, std::string* text) {
  for (const RepeatReport& repeat : report.repeats) {
    absl::StrAppend(text, "repeated   ", NameOf(repeat.side), " gave its own answer again in ",
                    repeat.repeated, " of ", repeat.searches, " searches",
                    report.repeat > 1 ? "" : " that differ");
    if (repeat.repeated < repeat.searches) {
      absl::StrAppend(text, ": it is NONDETERMINISTIC, and differences may be its own\n           ",
                      repeat.example);
    }
    absl::StrAppend(text, "\n");
  }
  const bool differs = !report.repeats.empty() && report.repeat == 1;
  if (differs && IsSameProgram(report)) {
    absl::StrAppend(text,
                    "           base and candidate are the same program with the same "
                    "options: it differs from itself\n");
  }
}

void AppendDeclared(const Report& report, std::string* text) {
  const Manifest& manifest = report.declared.manifest();
  if (manifest.path.empty()) return;
  absl::StrAppend(text, "manifest   ", manifest.path, ", sha256 ", manifest.sha256, "\n");
  if (!manifest.determination_sha256.empty()) {
    absl::StrAppend(text, "           determination ", manifest.determination_sha256,
                    ": the candidate brings the final node count\n");
  }
  for (size_t i = 0; i < manifest.declarations.size(); ++i) {
    const Declaration& declared = manifest.declarations[i];
    absl::StrAppend(text, "           line ", declared.line, ", ", declared.text, ": occurred ",
                    report.declared.occurred()[i], " times\n");
  }
  for (const size_t i : report.Missing()) {
    absl::StrAppend(text, "           DECLARED, AND DOES NOT OCCUR: line ",
                    manifest.declarations[i].line, ", ", manifest.declarations[i].text, "\n");
  }
}

void AppendCounts(const Report& report, std::string* text) {
  const KindCounts counts = report.Counts();
  absl::StrAppend(text, "differences");
  const char* separator = " ";
  for (size_t i = 0; i < kKindCount; ++i) {
    absl::StrAppend(text, separator, NameOf(static_cast<Kind>(i)), " ", counts[i]);
    separator = ", ";
  }
  absl::StrAppend(text, "\n");
}

}  // namespace

std::string ToText(const Report& report) {
  std::string text;
  for (const Difference& difference : report.general) {
    absl::StrAppend(&text, "\n");
    AppendDifference(difference, &text);
  }
  for (const StageReport& stage : report.stages) AppendSearches(report, stage, &text);
  if (!text.empty()) absl::StrAppend(&text, "\n");
  return absl::StrCat(text, SummaryText(report));
}

std::string SummaryText(const Report& report) {
  std::string text;
  AppendEngine("base", report.base, &text);
  AppendEngine("candidate", report.candidate, &text);
  absl::StrAppend(&text, "positions  ", report.positions.positions.size(), " from ",
                  report.positions.path, ", sha256 ", report.positions.sha256, "\n");
  absl::StrAppend(&text, "not compared in info lines: ",
                  absl::StrJoin(report.settings.ignored_fields, ", "), "\n");
  for (const StageReport& stage : report.stages) AppendStage(report, stage, &text);
  AppendRepeats(report, &text);
  AppendDeclared(report, &text);
  AppendCounts(report, &text);
  absl::StrAppendFormat(
      &text, "time       %.2f s; searching: base %.2f s, candidate %.2f s, %d at a time\n",
      report.wall_seconds, report.base.search_seconds, report.candidate.search_seconds,
      report.jobs);
  absl::StrAppend(&text, "verdict    ", NameOf(report.GetVerdict()), "\n");
  if (!report.technical.ok()) {
    absl::StrAppend(&text, "           ", report.technical.message(), "\n");
  }
  return text;
}

}  // namespace coherent::gate
