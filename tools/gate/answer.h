// What an engine answered to one search: all that is compared.
#ifndef COHERENT_TOOLS_GATE_ANSWER_H_
#define COHERENT_TOOLS_GATE_ANSWER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "lib/uci/info.h"
#include "lib/uci/reply.h"

namespace coherent::gate {

struct Answer {
  std::vector<uci::Info> lines;
  uci::BestMove best_move;
  // The search went far beyond its limit and had to be told to stop.
  bool stopped = false;

  friend bool operator==(const Answer&, const Answer&) = default;
};

enum class Side { kBase, kCandidate };
inline constexpr Side kSides[] = {Side::kBase, Side::kCandidate};

inline const char* NameOf(Side side) { return side == Side::kBase ? "base" : "candidate"; }

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_ANSWER_H_
