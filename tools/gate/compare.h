// The comparisons, pure: two answers in, differences out. Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_COMPARE_H_
#define COHERENT_TOOLS_GATE_COMPARE_H_

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/uci/info.h"
#include "tools/gate/answer.h"
#include "tools/gate/difference.h"

namespace coherent::gate {

// The lines of an answer that are compared as info lines: not the bare `info nodes N` at the end,
// and not those that hold nothing but ignored fields.
std::vector<const uci::Info*> ComparedLines(const Answer& answer,
                                            const std::set<std::string>& ignored_fields);

// N of the bare line `info nodes N` just before `bestmove`, if it is there.
std::optional<i64> FinalCount(const Answer& answer);

// The last line with a score, of the first variation where there are several. Null if none.
const uci::Info* LastReport(const Answer& answer);

// What the two final node counts have to be.
enum class CountRule {
  kSame,  // equal, or both missing
  kNew,   // the base never has one, the candidate always
};

// In the order of the search: info lines field by field, the final count, the score of the last
// report, best move, ponder move. "(none)" and "0000" are the same move: none.
std::vector<Difference> CompareAnswers(const Answer& base, const Answer& candidate,
                                       const std::set<std::string>& ignored_fields,
                                       CountRule count_rule = CountRule::kSame);

// `id` and `option` lines, order included, without `id name`.
std::vector<Difference> CompareGreetings(const std::vector<std::string>& base,
                                         const std::vector<std::string>& candidate);

// The last a.b.c in the name of an engine.
std::optional<std::array<i64, 3>> VersionIn(absl::string_view name);

// The version rule: both names have a version, the first two numbers are equal, and the third is
// one more.
std::optional<Difference> CheckVersionStep(absl::string_view base_name,
                                           absl::string_view candidate_name);

std::optional<Difference> CompareBench(u64 base_nodes, u64 candidate_nodes);

// A line of the engine with field number `field` marked.
MarkedText MarkField(const uci::Info& info, size_t field);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_COMPARE_H_
