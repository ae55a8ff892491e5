// Writes a trained checkpoint as a net file. Specified by docs/training.md, "Export".
#ifndef COHERENT_TOOLS_EXPORT_EXPORT_H_
#define COHERENT_TOOLS_EXPORT_EXPORT_H_

#include <optional>
#include <ostream>
#include <string>

#include "absl/status/status.h"

namespace coherent {

struct ExportOptions {
  std::string checkpoint;
  std::string out;
  std::optional<int> output_scale;  // otherwise the checkpoint's
  bool clip = false;                // weights out of range, instead of refusing
  bool json = false;
};

// Writes the net file and reports on `out`. FailedPrecondition if a weight does not fit or a sum
// may leave 32 bits: then nothing is written.
absl::Status ExportNet(const ExportOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_EXPORT_EXPORT_H_
