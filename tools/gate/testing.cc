#include "tools/gate/testing.h"

#include <variant>

#include "lib/base/check.h"
#include "lib/uci/info.h"
#include "lib/uci/reply.h"

namespace coherent::gate {

Answer AnswerFrom(const std::vector<std::string>& lines) {
  Answer answer;
  for (const std::string& line : lines) {
    const auto reply = uci::ParseReply(line);
    CHECK(reply.ok());
    if (const auto* info = std::get_if<uci::Info>(&*reply)) answer.lines.push_back(*info);
    if (const auto* best = std::get_if<uci::BestMove>(&*reply)) answer.best_move = *best;
  }
  CHECK(!answer.best_move.move.empty());
  return answer;
}

}  // namespace coherent::gate
