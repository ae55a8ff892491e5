// Where the answers of one side come from: an engine at work, or a record of one.
#ifndef COHERENT_TOOLS_GATE_ANSWER_SOURCE_H_
#define COHERENT_TOOLS_GATE_ANSWER_SOURCE_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

#include "absl/status/statusor.h"
#include "tools/gate/answer.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

class AnswerSource {
 public:
  virtual ~AnswerSource() = default;

  // The answers in order: every position of the first stage with searches, then of the next. Null
  // for a search that was left out because its stage was given up.
  virtual absl::StatusOr<std::optional<Answer>> Next() = 0;
};

// Stages in which an engine turned out not to know the limit: both sides skip what is left. Shared
// by threads.
class StageSwitches {
 public:
  void GiveUp(Stage stage) { given_up_[static_cast<size_t>(stage)] = true; }
  bool IsGivenUp(Stage stage) const { return given_up_[static_cast<size_t>(stage)]; }

 private:
  std::array<std::atomic<bool>, 3> given_up_ = {};
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_ANSWER_SOURCE_H_
