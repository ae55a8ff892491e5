// The result of a gate run as data: what was asked, of whom, and every kind of deviation. Printed
// by report_text, report_json and junit.
#ifndef COHERENT_TOOLS_GATE_REPORT_H_
#define COHERENT_TOOLS_GATE_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "tools/gate/answer.h"
#include "tools/gate/compare.h"
#include "tools/gate/difference.h"
#include "tools/gate/manifest.h"
#include "tools/gate/positions.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

// One of the two engines.
struct EngineReport {
  std::string program;  // or the record's file
  bool is_record = false;
  std::string sha256;                 // of the program
  std::string name;                   // of `id name`
  std::string source_hash;            // of a record
  std::vector<EngineOption> options;  // as set
  std::optional<u64> bench_nodes;
  double search_seconds = 0;  // all its processes together
};

// The searches of one position in one stage, where the engines differ.
struct SearchDifference {
  size_t position = 0;  // in the position set
  i64 count = 0;        // of differences
  Difference first;
};

struct StageReport {
  enum class Status { kLeftOut, kCompared, kNotCompared };

  Stage stage = Stage::kNodes;
  Status status = Status::kLeftOut;
  std::string reason;  // why it is not compared
  i64 planned = 0;     // searches
  i64 compared = 0;
  i64 lines = 0;  // compared info lines of the base
  std::vector<SearchDifference> differences;
  KindCounts counts = {};
};

// Whether an engine gives its own answers again: to all searches with --repeat, else to some of
// those that differ.
struct RepeatReport {
  Side side = Side::kBase;
  int searches = 0;
  int repeated = 0;
  std::string example;  // the first difference from itself: where, what, before and after
};

enum class Verdict { kEqual, kDifferent, kNondeterministic, kNotCompared, kTechnical };

struct Report {
  Settings settings;
  bool version_rule = false;
  CountRule count_rule = CountRule::kSame;
  int repeat = 1;  // how often each engine does each search
  int jobs = 1;
  EngineReport base;
  EngineReport candidate;
  PositionSet positions;
  // What does not belong to a search: greeting, version, bench.
  std::vector<Difference> general;
  std::vector<StageReport> stages;  // nodes, depth, bench; or log alone
  std::vector<RepeatReport> repeats;
  // The manifest, and what of it has occurred; differences that it declares are nowhere else.
  ManifestTally declared;
  absl::Status technical;  // why the run ended before its end, if it did
  double wall_seconds = 0;

  StageReport& StageOf(Stage stage);

  // Differences by kind, without the declared ones; a technical stop counts as one.
  KindCounts Counts() const;
  // The numbers of the declarations that did not occur though they could have.
  std::vector<size_t> Missing() const;
  // Technical before nondeterministic before different before not compared: only a run in which
  // everything asked for was compared can be equal.
  Verdict GetVerdict() const;
  // OK if equal, else the error whose exit code belongs to the verdict.
  absl::Status ToStatus() const;
};

// "equal", "different", "nondeterministic", "not compared", "technical"
absl::string_view NameOf(Verdict verdict);

// The commands to paste into either engine; of a log without commands empty.
std::string PositionLine(const GatePosition& position);
std::string GoLine(const Settings& settings, Stage stage, const GatePosition& position);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_REPORT_H_
