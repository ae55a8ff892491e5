#include "tools/gate/git.h"

#include <chrono>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"

namespace coherent::gate {
namespace {

constexpr std::chrono::minutes kTimeout(5);

absl::StatusOr<std::string> OutputOf(const std::vector<std::string>& argv) {
  const Deadline deadline = In(kTimeout);
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> process,
                   Subprocess::Start({.argv = argv, .environment_overrides = {"LC_ALL=C"}}));
  process->CloseInput();
  std::vector<std::string> lines;
  absl::StatusOr<std::string> line;
  while ((line = process->ReadLine(deadline)).ok()) lines.push_back(*std::move(line));
  if (!absl::IsOutOfRange(line.status())) return line.status();
  ASSIGN_OR_RETURN(const ExitStatus exit, process->Wait(deadline));
  if (exit.ok()) return absl::StrJoin(lines, "\n");
  return absl::InvalidArgumentError(
      absl::StrCat(absl::StrJoin(argv, " "), ": ", exit.ToString(), "\n", process->stderr_tail()));
}

}  // namespace

absl::StatusOr<std::string> RunGit(const std::string& repository,
                                   const std::vector<std::string>& arguments) {
  std::vector<std::string> argv = {"git", "-C", repository};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return OutputOf(argv);
}

absl::StatusOr<std::string> ResolveCommit(const std::string& repository,
                                          absl::string_view revision) {
  return RunGit(repository, {"rev-parse", "--verify", "--quiet", "--end-of-options",
                             absl::StrCat(revision, "^{commit}")});
}

absl::StatusOr<std::string> Sha256OfGit(const std::string& repository,
                                        absl::string_view arguments) {
  // Output is bytes, not lines. If git fails, the hash is that of less, and fits nothing.
  ASSIGN_OR_RETURN(const std::string line,
                   OutputOf({"sh", "-c", absl::StrCat("git -C \"$0\" ", arguments, " | sha256sum"),
                             repository}));
  return line.substr(0, line.find(' '));
}

}  // namespace coherent::gate
