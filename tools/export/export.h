// Writes a trained checkpoint as a net file. Specified by docs/export.md.
#ifndef COHERENT_TOOLS_EXPORT_EXPORT_H_
#define COHERENT_TOOLS_EXPORT_EXPORT_H_

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace coherent {

struct ExportOptions {
  std::string checkpoint;
  std::string out;
  std::vector<std::string> sections = {"none"};  // all, none, or of zero-point, int8, fold
  std::optional<int> output_scale;               // otherwise the checkpoint's
  bool clip = false;                             // weights out of range, instead of refusing
  std::string reorder;                           // a file of positions, or empty
  std::string check;                             // a file of positions, or empty
  std::string report;                            // the JSON report goes to this file too
  std::string page;                              // and to this one as HTML with pictures
  std::string embed;                             // the header that puts the net into the engine
  int witness_steps = 200'000;  // placements tried for each end of a range that is too wide
  bool json = false;
};

// Writes the net file and reports on `out`. FailedPrecondition if a weight does not fit or a sum
// may leave 16 or 32 bits: then nothing is written.
absl::Status ExportNet(const ExportOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_EXPORT_EXPORT_H_
