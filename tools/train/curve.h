// The learning curve of a run: JSON lines to go on from, and a page to look at.
#ifndef COHERENT_TOOLS_TRAIN_CURVE_H_
#define COHERENT_TOOLS_TRAIN_CURVE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/train/trainer.h"

namespace coherent {

// First a line about the run, then one for each report.
class LearningCurve {
 public:
  explicit LearningCurve(Json run) : run_(std::move(run)) {}
  // Takes over the reports up to `step` of a curve in a file; what the run consists of stays.
  absl::Status TakeOver(absl::string_view name, absl::string_view lines, i64 step);

  void Add(const train::TrainingReport& report, double seconds, double positions_per_second);

  const std::vector<Json>& reports() const { return reports_; }
  std::string ToLines() const;
  // One file, no scripts: errors over steps, the check set's with its interval, and a table.
  std::string ToPage() const;

 private:
  Json run_;
  std::vector<Json> reports_;
};

}  // namespace coherent

#endif  // COHERENT_TOOLS_TRAIN_CURVE_H_
