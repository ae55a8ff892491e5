// Puts a scripted engine into a test's hands: a program of its own that does as the script says.
#ifndef COHERENT_LIB_UCI_SCRIPTED_LINK_H_
#define COHERENT_LIB_UCI_SCRIPTED_LINK_H_

#include <string>

#include "absl/strings/string_view.h"

namespace coherent::uci {

// Leaves a program `name` among the test's temporary files and returns its path. The statements of
// a script are described in scripted_engine.cc; without any it is a well-behaved engine.
std::string ScriptedEngine(absl::string_view name, absl::string_view script);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_SCRIPTED_LINK_H_
