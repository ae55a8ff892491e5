// Shapes of nets on the command line.
#ifndef COHERENT_TOOLS_NET_SHAPE_H_
#define COHERENT_TOOLS_NET_SHAPE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/net/architecture.h"

namespace coherent {

// What ParseShape takes, for the help of a flag.
std::string ShapeNames();

// A known name ("main"), or "width,buckets,threats|plain,hidden 2,hidden 3,output scale", with the
// usual bucket table.
absl::StatusOr<net::Architecture> ParseShape(absl::string_view text);

}  // namespace coherent

#endif  // COHERENT_TOOLS_NET_SHAPE_H_
