// Engines built from revisions of a repository, each only once.
#ifndef COHERENT_TOOLS_GATE_REVISIONS_H_
#define COHERENT_TOOLS_GATE_REVISIONS_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/gate/options.h"

namespace coherent::gate {

class RevisionBuilder {
 public:
  explicit RevisionBuilder(const BisectOptions& options) : options_(options) {}

  // The engine of a commit, by its full name: out of the cache, or built in a work tree that lasts
  // as long as that. Null for a revision that cannot be built; `log` then says where to look.
  struct Built {
    std::optional<std::string> program;
    std::string log;
  };
  absl::StatusOr<Built> Build(const std::string& commit) const;

 private:
  const BisectOptions& options_;
};

// Commits of `bad` that are not in `good`, the one that halves them best first.
absl::StatusOr<std::vector<std::string>> Candidates(const std::string& repository,
                                                    const std::string& bad,
                                                    const std::set<std::string>& good);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_REVISIONS_H_
