// What one answer has to fulfil whatever the other engine says. Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_VERIFY_H_
#define COHERENT_TOOLS_GATE_VERIFY_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/uci/info.h"
#include "tools/gate/answer.h"
#include "tools/gate/difference.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

// How a search ended, seen from its limit.
enum class Ending {
  kReached,  // at the limit
  kExcused,  // before it, as a search may: a mate, at most one legal move, no deeper depth to go to
  kShort,    // before it, without such a reason
  kExceeded,  // far beyond it
};

Ending EndingOf(const Answer& answer, const chess::Position& root, Stage stage,
                const Settings& settings);

// Whether a search that has just printed this line is so far beyond its limit that it does not know
// it: then it has to be stopped.
bool IsFarBeyond(const uci::Info& line, Stage stage, const Settings& settings);

// Rules of the protocol (best move, ponder move and every variation legal from the root that was
// sent, something to compare) and of the final node count. The side's texts are filled in.
std::vector<Difference> VerifyAnswer(Side side, const Answer& answer, const chess::Position& root,
                                     Stage stage, const Settings& settings);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_VERIFY_H_
