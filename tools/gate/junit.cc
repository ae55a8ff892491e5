#include "tools/gate/junit.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace coherent::gate {
namespace {

// Text for an attribute or between tags. XML cannot hold control characters in any form.
std::string Escaped(absl::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += is_control || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
    }
  }
  return escaped;
}

struct Case {
  enum class Result { kPassed, kFailed, kError, kSkipped };

  std::string name;
  Result result = Result::kPassed;
  std::string message;
};

struct Suite {
  std::string name;
  std::vector<Case> cases;

  int Count(Case::Result result) const {
    int count = 0;
    for (const Case& entry : cases) count += entry.result == result ? 1 : 0;
    return count;
  }
};

std::string Describe(const Difference& difference) {
  return absl::StrCat(NameOf(difference.kind), ": ", difference.field, " ", difference.note,
                      "\nbase       ", difference.base.Marked(), "\ncandidate  ",
                      difference.candidate.Marked());
}

Suite GeneralSuite(const Report& report) {
  Suite suite{"engines", {}};
  const auto failures_of = [&](Kind kind) {
    std::string text;
    for (const Difference& difference : report.general) {
      if (difference.kind == kind) absl::StrAppend(&text, Describe(difference), "\n");
    }
    return text;
  };
  for (const Kind kind : {Kind::kGreeting, Kind::kVersion}) {
    std::string failures = failures_of(kind);
    const Case::Result result = failures.empty() ? Case::Result::kPassed : Case::Result::kFailed;
    suite.cases.push_back({std::string(NameOf(kind)), result, std::move(failures)});
  }
  if (!report.technical.ok()) {
    suite.cases.push_back(
        {"technical", Case::Result::kError, std::string(report.technical.message())});
  }
  return suite;
}

// What was declared has to occur.
Suite ManifestSuite(const Report& report) {
  Suite suite{"manifest", {}};
  for (const Declaration& declared : report.declared.manifest().declarations) {
    suite.cases.push_back(
        {absl::StrCat("line ", declared.line, ": ", declared.text), Case::Result::kPassed, ""});
  }
  for (const size_t i : report.Missing()) {
    suite.cases[i].result = Case::Result::kFailed;
    suite.cases[i].message = "declared, and does not occur";
  }
  return suite;
}

Suite RepeatSuite(const Report& report) {
  Suite suite{"repeats", {}};
  for (const RepeatReport& repeat : report.repeats) {
    const bool passed = repeat.repeated == repeat.searches;
    suite.cases.push_back({NameOf(repeat.side),
                           passed ? Case::Result::kPassed : Case::Result::kFailed,
                           passed ? "" : absl::StrCat("nondeterministic: ", repeat.example)});
  }
  return suite;
}

Suite StageSuite(const Report& report, const StageReport& stage) {
  Suite suite{std::string(NameOf(stage.stage)), {}};
  const std::string name = suite.name;
  if (stage.status == StageReport::Status::kLeftOut) {
    suite.cases.push_back({name, Case::Result::kSkipped, "left out"});
  } else if (stage.status == StageReport::Status::kNotCompared) {
    suite.cases.push_back(
        {name, Case::Result::kError, absl::StrCat("not compared: ", stage.reason)});
  } else if (stage.stage == Stage::kBench) {
    Case bench{name, Case::Result::kPassed, ""};
    for (const Difference& difference : report.general) {
      if (difference.kind == Kind::kBench) {
        bench = {name, Case::Result::kFailed, Describe(difference)};
      }
    }
    suite.cases.push_back(bench);
  } else {
    std::map<size_t, const SearchDifference*> differing;
    for (const SearchDifference& search : stage.differences) differing[search.position] = &search;
    for (size_t i = 0; i < static_cast<size_t>(stage.compared); ++i) {
      const GatePosition& position = report.positions.positions[i];
      const auto found = differing.find(i);
      suite.cases.push_back(
          found == differing.end()
              ? Case{position.id, Case::Result::kPassed, ""}
              : Case{position.id, Case::Result::kFailed,
                     absl::StrCat(Describe(found->second->first), "\n", PositionLine(position),
                                  "\n", GoLine(report.settings, stage.stage, position))});
    }
  }
  return suite;
}

void AppendSuite(const Suite& suite, std::string* xml) {
  static constexpr const char* kTags[] = {"", "failure", "error", "skipped"};
  absl::StrAppend(xml, "  <testsuite name=\"", Escaped(suite.name), "\" tests=\"",
                  suite.cases.size(), "\" failures=\"", suite.Count(Case::Result::kFailed),
                  "\" errors=\"", suite.Count(Case::Result::kError), "\" skipped=\"",
                  suite.Count(Case::Result::kSkipped), "\">\n");
  for (const Case& entry : suite.cases) {
    absl::StrAppend(xml, "    <testcase classname=\"gate.", Escaped(suite.name), "\" name=\"",
                    Escaped(entry.name), "\"");
    if (entry.result == Case::Result::kPassed) {
      absl::StrAppend(xml, "/>\n");
      continue;
    }
    const std::string first_line = entry.message.substr(0, entry.message.find('\n'));
    const char* const tag = kTags[static_cast<size_t>(entry.result)];
    absl::StrAppend(xml, ">\n      <", tag, " message=\"", Escaped(first_line), "\">",
                    Escaped(entry.message), "</", tag, ">\n    </testcase>\n");
  }
  absl::StrAppend(xml, "  </testsuite>\n");
}

}  // namespace

std::string ToJunit(const Report& report) {
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"coherent-gate\">\n";
  AppendSuite(GeneralSuite(report), &xml);
  for (const StageReport& stage : report.stages) AppendSuite(StageSuite(report, stage), &xml);
  for (const Suite& suite : {ManifestSuite(report), RepeatSuite(report)}) {
    if (!suite.cases.empty()) AppendSuite(suite, &xml);
  }
  absl::StrAppend(&xml, "</testsuites>\n");
  return xml;
}

}  // namespace coherent::gate
