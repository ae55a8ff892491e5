// What the gate's tests share: answers from their lines.
#ifndef COHERENT_TOOLS_GATE_TESTING_H_
#define COHERENT_TOOLS_GATE_TESTING_H_

#include <string>
#include <vector>

#include "tools/gate/answer.h"

namespace coherent::gate {

// Lines that parse; the last one is the bestmove line.
Answer AnswerFrom(const std::vector<std::string>& lines);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_TESTING_H_
