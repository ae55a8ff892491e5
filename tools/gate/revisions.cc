#include "tools/gate/revisions.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "tools/gate/git.h"

namespace coherent::gate {
namespace {

constexpr std::chrono::hours kBuildTimeout(1);

// $1: the work tree, $2: the program it makes, $3: the log, $4: where the program goes; $5 builds.
// Beside it first: what has the name is whole.
constexpr char kBuildScript[] =
    "cd \"$1\" && eval \"$5\" >\"$3\" 2>&1 && cp \"$2\" \"$4.part\" && mv \"$4.part\" \"$4\"";

absl::StatusOr<bool> Succeeds(const std::vector<std::string>& argv) {
  const Deadline deadline = In(kBuildTimeout);
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> process, Subprocess::Start({.argv = argv}));
  process->CloseInput();
  ASSIGN_OR_RETURN(const ExitStatus exit, process->Wait(deadline));
  return exit.ok();
}

}  // namespace

absl::StatusOr<RevisionBuilder::Built> RevisionBuilder::Build(const std::string& commit) const {
  namespace fs = std::filesystem;
  // Another way to build it is another program.
  const std::string how = Sha256Hex(absl::StrCat(options_.build, "\n", options_.product));
  const std::string name = absl::StrCat(commit, "-", how.substr(0, 8));
  std::error_code error;
  const fs::path cache = fs::absolute(options_.cache, error);
  fs::create_directories(cache, error);
  if (error) {
    return absl::InvalidArgumentError(absl::StrCat(options_.cache, ": ", error.message()));
  }
  const std::string program = cache / name;
  const std::string log = absl::StrCat(program, ".log");
  if (fs::exists(program)) return Built{program, log};
  const std::string tree = absl::StrCat(program, ".tree");
  const auto remove_tree = [&] {
    return RunGit(options_.repository, {"worktree", "remove", "--force", tree}).status();
  };
  if (fs::exists(tree)) remove_tree().IgnoreError();  // of a run that was broken off
  RETURN_IF_ERROR(
      RunGit(options_.repository, {"worktree", "add", "--force", "--detach", tree, commit})
          .status());
  const absl::StatusOr<bool> built = Succeeds(
      {"sh", "-c", kBuildScript, "sh", tree, options_.product, log, program, options_.build});
  RETURN_IF_ERROR(remove_tree());
  RETURN_IF_ERROR(built.status());
  if (!*built) return Built{std::nullopt, log};
  return Built{program, log};
}

absl::StatusOr<std::vector<std::string>> Candidates(const std::string& repository,
                                                    const std::string& bad,
                                                    const std::set<std::string>& good) {
  std::vector<std::string> arguments = {"rev-list", "--bisect-all", bad, "--not"};
  arguments.insert(arguments.end(), good.begin(), good.end());
  ASSIGN_OR_RETURN(const std::string output, RunGit(repository, arguments));
  std::vector<std::string> commits;
  for (const absl::string_view line : absl::StrSplit(output, '\n', absl::SkipEmpty())) {
    commits.emplace_back(line.substr(0, line.find(' ')));  // "(dist=3)" follows
  }
  return commits;
}

}  // namespace coherent::gate
