// A determination: the one case in which a candidate may bring the final node count that its
// predecessor lacks, bound to commits, sources, binaries and diff. Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_DETERMINATION_H_
#define COHERENT_TOOLS_GATE_DETERMINATION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent::gate {

// The only purpose there is.
inline constexpr char kFinalLinePurpose[] = "knoten-schlusszeile";

struct Determination {
  std::string path;
  std::string sha256;  // of the file
  std::string purpose;
  std::string candidate_commit;
  std::string candidate_source_sha256;
  std::string predecessor_commit;
  std::string predecessor_binary_sha256;
  std::string diff_sha256;
};

// Exactly the fields above, no other; an error names file and field.
absl::StatusOr<Determination> ParseDetermination(absl::string_view path, absl::string_view text);

// Holds every field to what is there: the candidate is what the clean work tree in `repository` has
// checked out, the predecessor one of its ancestors, and `base_sha256` the predecessor's binary.
absl::Status CheckDetermination(const Determination& determination, const std::string& repository,
                                absl::string_view base_sha256);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_DETERMINATION_H_
