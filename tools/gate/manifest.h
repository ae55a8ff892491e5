// The manifest: which deviations a change of an engine was declared to bring. The grammar is
// specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_MANIFEST_H_
#define COHERENT_TOOLS_GATE_MANIFEST_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "tools/gate/difference.h"
#include "tools/gate/positions.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

// One line of a manifest.
struct Declaration {
  // The values of both sides; "-" is none.
  struct Change {
    std::string base;
    std::string candidate;

    friend bool operator==(const Change&, const Change&) = default;
  };

  int line = 0;             // in the file, from 1
  int position_column = 0;  // from 1, in bytes
  int stage_column = 0;
  std::string text;            // as it stands
  std::string position;        // an id, or "*" for any
  std::optional<Stage> stage;  // null: `start`, before the first search
  Kind kind = Kind::kField;
  std::string subject;  // of a field its name, or "*"; of the greeting a line of it, or "order"
  std::optional<Change> change;

  bool Covers(absl::string_view position_id, std::optional<Stage> in_stage,
              const Difference& difference) const;
};

struct Manifest {
  std::string path;
  std::string sha256;
  std::vector<Declaration> declarations;
  // The hash of the determination that an otherwise empty manifest names, else empty.
  std::string determination_sha256;
};

// An error names file, line and column.
absl::StatusOr<Manifest> ParseManifest(absl::string_view path, absl::string_view text);

// Whether all that is declared can occur: known positions, stages that are run.
absl::Status CheckManifest(const Manifest& manifest, const PositionSet& positions,
                           const Settings& settings);

// Counts what occurs of a manifest.
class ManifestTally {
 public:
  ManifestTally() = default;
  explicit ManifestTally(Manifest manifest)
      : manifest_(std::move(manifest)), occurred_(manifest_.declarations.size()) {}

  const Manifest& manifest() const { return manifest_; }
  // How often each declaration came true.
  const std::vector<i64>& occurred() const { return occurred_; }

  // Takes those that are declared out of the differences of one search (or of what is before or
  // after all searches).
  void TakeDeclared(absl::string_view position_id, std::optional<Stage> stage,
                    std::vector<Difference>* differences);

 private:
  Manifest manifest_;
  std::vector<i64> occurred_;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_MANIFEST_H_
