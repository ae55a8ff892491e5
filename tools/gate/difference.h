// One thing in which two engines differ, or in which one of them breaks a rule.
#ifndef COHERENT_TOOLS_GATE_DIFFERENCE_H_
#define COHERENT_TOOLS_GATE_DIFFERENCE_H_

#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::gate {

enum class Kind : u8 {
  kGreeting,   // an `id` or `option` line
  kVersion,    // not the step the version rule asks for
  kMove,       // the best move
  kPonder,     // the ponder move
  kScore,      // the score of the last report
  kLine,       // an info line that one side has not
  kField,      // a field of an info line
  kCount,      // the final node count, or a rule about it
  kBench,      // the node count of bench
  kProtocol,   // an illegal move, a search without anything to compare, a depth not reached
  kTechnical,  // an engine crashed, hung, broke the protocol
};
inline constexpr size_t kKindCount = 11;

absl::string_view NameOf(Kind kind);

// How many differences of each kind, by Index(kind).
using KindCounts = std::array<i64, kKindCount>;
constexpr size_t Index(Kind kind) { return static_cast<size_t>(kind); }

// A line as printed, and which part of it is meant.
struct MarkedText {
  std::string text;
  size_t begin = 0;
  size_t end = 0;

  std::string Part() const { return text.substr(begin, end - begin); }
  // The part between '>' and '<'.
  std::string Marked() const;
  friend bool operator==(const MarkedText&, const MarkedText&) = default;
};

struct Difference {
  Kind kind = Kind::kField;
  int line = 0;       // the number of the info line in its search, from 1; 0: no info line
  std::string field;  // what differs: "nodes", "bestmove"
  MarkedText base;    // empty where the side has nothing
  MarkedText candidate;
  std::string note;  // a rule that is broken, and by whom
  // A rule that one engine breaks whatever the other says: no manifest can allow it.
  bool is_breach = false;

  friend bool operator==(const Difference&, const Difference&) = default;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_DIFFERENCE_H_
