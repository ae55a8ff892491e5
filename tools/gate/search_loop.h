// Takes the answers of one or two engines search by search, judges whether they keep to their
// limits, and collects the differences that a caller finds.
#ifndef COHERENT_TOOLS_GATE_SEARCH_LOOP_H_
#define COHERENT_TOOLS_GATE_SEARCH_LOOP_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "tools/gate/answer.h"
#include "tools/gate/answer_source.h"
#include "tools/gate/difference.h"
#include "tools/gate/report.h"
#include "tools/gate/settings.h"
#include "tools/gate/verify.h"

namespace coherent::gate {

// How the searches of one engine in one stage ended. An engine that does not reach its limit, for
// no reason, in more than half of the searches where it could have, does not know the limit.
class LimitTally {
 public:
  void Add(Ending ending);
  // Empty as long as the limit seems to be kept.
  std::string Problem() const;

 private:
  i64 reached_ = 0;
  i64 short_ = 0;
  bool exceeded_ = false;
};

struct NamedSource {
  std::string role;
  AnswerSource* source = nullptr;
};

// The differences in one search; the answers are in the order of the sources.
using FindDifferences = std::function<std::vector<Difference>(Stage stage, size_t position,
                                                              const std::vector<Answer>& answers)>;

// Goes through every search of the report's settings and fills in its stages. A search that does
// not reach its depth is a difference. A stage whose limit an engine ignores is not compared, and
// only breaches of the protocol remain of it. Calls `on_progress` after each search. Returns the
// first error of a source: everything before it has been compared.
absl::Status ForEachSearch(const std::vector<NamedSource>& sources, const FindDifferences& find,
                           const std::function<void()>& on_progress, Report* report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_SEARCH_LOOP_H_
