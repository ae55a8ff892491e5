// What the gate wants to know from git, and does with it.
#ifndef COHERENT_TOOLS_GATE_GIT_H_
#define COHERENT_TOOLS_GATE_GIT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace coherent::gate {

// Runs git in `repository` and returns what it prints, without the last end of line. An error tells
// the command and what git says of it.
absl::StatusOr<std::string> RunGit(const std::string& repository,
                                   const std::vector<std::string>& arguments);

// The full name of a commit.
absl::StatusOr<std::string> ResolveCommit(const std::string& repository,
                                          absl::string_view revision);

// SHA-256 of what git prints, byte by byte.
absl::StatusOr<std::string> Sha256OfGit(const std::string& repository, absl::string_view arguments);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_GIT_H_
