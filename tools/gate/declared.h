// Everything that was decided before a run and on which its verdict rests: the manifest, the
// determination, the register, and that no such file changes meanwhile. Specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_DECLARED_H_
#define COHERENT_TOOLS_GATE_DECLARED_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/protected_file.h"
#include "tools/gate/determination.h"
#include "tools/gate/manifest.h"
#include "tools/gate/options.h"
#include "tools/gate/report.h"

namespace coherent::gate {

// Files that have to stay as they are from now to the end of the run.
class ProtectedFiles {
 public:
  absl::Status Add(absl::string_view path);
  // Aborted, naming file and attribute, if one has changed.
  absl::Status Verify() const;

 private:
  std::vector<std::pair<std::string, FileAttributes>> files_;
};

// Null without a manifest.
struct Declared {
  std::optional<Manifest> manifest;
  std::optional<Determination> determination;
};

// Reads the files that the flags name. A manifest that names a determination needs that very file,
// and a register which does not know it yet.
absl::StatusOr<Declared> ReadDeclared(const GateOptions& options, ProtectedFiles* files);

// Holds what was declared to what is to be run, and tells the report.
absl::Status Apply(const Declared& declared, const GateOptions& options, Report* report);

// A determination that served has served: it goes into the register. AlreadyExists if it is there.
absl::Status EnterInRegister(const Declared& declared, const GateOptions& options,
                             const Report& report);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_DECLARED_H_
