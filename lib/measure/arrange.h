// Where a program lies in memory, drawn anew for each phase and the same for all that is compared
// there. Specified by docs/tempo.md.
#ifndef COHERENT_LIB_MEASURE_ARRANGE_H_
#define COHERENT_LIB_MEASURE_ARRANGE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent::measure {

struct Draw {
  std::string key;         // 64 hexadecimal digits: all else follows from it
  int link_bytes = 0;      // of padding before the program's functions, in a program linked anew
  int variable_bytes = 0;  // of padding in the environment
  int name_bytes = 0;      // of padding in the program's path, which is its first argument
  bool fixed_addresses = false;  // no address-space randomisation
};

// The draw of one phase and lane. `plan` is the plan's hash.
Draw DrawFor(absl::string_view plan, absl::string_view run, int phase, absl::string_view lane);

// The whole environment: `fixed` and a variable of padding.
std::vector<std::string> EnvironmentOf(const Draw& draw, const std::vector<std::string>& fixed);

// Writes a program as a new file, so that it gets pages of its own, into `directory`, and returns
// its path. The paths of all arms (0 to 99) of a draw have the same length.
absl::StatusOr<std::string> WriteCopy(const Draw& draw, int arm, absl::string_view directory,
                                      absl::string_view program);

// The symbols in the draw's order. It depends on each name alone, but for what a compiler appends
// to it (".cold", ".constprop.0"), so those that two programs share follow each other the same way
// in both.
std::vector<std::string> KeyedOrder(const Draw& draw, std::vector<std::string> symbols);

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_ARRANGE_H_
