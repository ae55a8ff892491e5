// Links a program anew with its functions and data in a draw's order. Specified by docs/tempo.md.
#ifndef COHERENT_LIB_MEASURE_RELINK_H_
#define COHERENT_LIB_MEASURE_RELINK_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/measure/arrange.h"

namespace coherent::measure {

// Whether these are the bytes of a relocatable object, which is to be linked.
bool IsObject(absl::string_view bytes);

// The bytes of the program linked from the bytes of `object`. What of it has a section of its own
// is put in the draw's order, each kind (code, constants, data, zeros) on its own. `command` is the
// linking compiler and its flags, "g++", "-lm"; the linker will be lld. Leaves files in
// `directory`.
absl::StatusOr<std::string> Relink(const Draw& draw, const std::vector<std::string>& command,
                                   absl::string_view object, const std::string& directory);

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_RELINK_H_
