// Whether the rules of chess end a game here, and how. Specified by docs/fen.md, "Draws".
#ifndef COHERENT_LIB_DATA_ENDING_H_
#define COHERENT_LIB_DATA_ENDING_H_

#include <optional>

#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/data/record.h"

namespace coherent::data {

struct Verdict {
  Outcome outcome;
  Ending ending;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// `position` is the last one of `game`. Mate goes before all draws.
std::optional<Verdict> VerdictOfRules(const chess::Position& position,
                                      const chess::KeyHistory& game);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_ENDING_H_
