// What the engine is told, for who starts it in a terminal.
#ifndef COHERENT_LIB_UCI_HELP_H_
#define COHERENT_LIB_UCI_HELP_H_

#include <string>

#include "absl/strings/string_view.h"

namespace coherent::uci {

// Some lines, without a last end of line; `name` as in `id name`.
std::string HelpText(absl::string_view name);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_HELP_H_
