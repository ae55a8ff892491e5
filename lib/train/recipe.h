// How a net is trained, as a small JSON file: docs/training.md, "Recipes".
#ifndef COHERENT_LIB_TRAIN_RECIPE_H_
#define COHERENT_LIB_TRAIN_RECIPE_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/data/filter.h"
#include "lib/train/checkpoint.h"
#include "lib/train/optimizer.h"
#include "lib/train/schedule.h"

namespace coherent::train {

// A schedule whose last piece may take all steps that the others leave.
struct ScheduleSpec {
  std::vector<SchedulePiece> pieces;
  bool last_takes_rest = false;

  // InvalidArgument, naming `field`, if the pieces are longer than the run.
  absl::StatusOr<Schedule> Resolve(absl::string_view field, i64 total_steps) const;

  friend bool operator==(const ScheduleSpec&, const ScheduleSpec&) = default;
};

struct Recipe {
  std::optional<Shape> shape;  // none: the shape of the net that the run starts from
  u64 seed = 1;
  int batch = 16'384;
  int epochs = 1;
  ScheduleSpec rate;
  ScheduleSpec result_share;
  AdamOptions adam;
  data::FilterRules filter;
  i64 check_every = 1'000;  // steps between two looks at the check set, and between two checkpoints

  // Of the targets that nets are compared by, whatever the share was on the way.
  double final_result_share() const { return result_share.pieces.back().to; }

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

// Fields that are unknown, missing or out of range are errors by name.
absl::StatusOr<Recipe> ParseRecipe(absl::string_view name, absl::string_view text);

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_RECIPE_H_
