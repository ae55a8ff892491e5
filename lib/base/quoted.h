// Text from outside, made fit for a message.
#ifndef COHERENT_LIB_BASE_QUOTED_H_
#define COHERENT_LIB_BASE_QUOTED_H_

#include <string>

#include "absl/strings/string_view.h"

namespace coherent {

// `text` in quotes, unprintable bytes escaped, cut with "..." after 80 bytes.
std::string Quoted(absl::string_view text);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_QUOTED_H_
